import { PdfFont, stream, utf16 } from './pdfFont.ts';
import { decimal, pdfPath } from './pdfPath.ts';
import type { Shape } from './printedShape.ts';
import type { TrueTypeFont } from './trueType.ts';

/** A pixel of a drawing in points: 96 and 72 to an inch. */
const pointsPerPixel = 0.75;

/**
 * A drawing as a PDF file of one page with the part of the font that it needs. It is a text of ASCII, and says nothing of
 * when it was made: the same drawing gives the same bytes.
 */
export function pdfFile(shape: Shape, title: string, font: TrueTypeFont): string {
  const [width, height] = [Number(shape.attributes.width), Number(shape.attributes.height)];
  const drawing = new PdfDrawing(new PdfFont(font));
  const content = drawing.contentOf(shape);
  const size = [width, height].map((pixels) => decimal(pixels * pointsPerPixel)).join(' ');
  const page = `${pointsPerPixel} 0 0 -${pointsPerPixel} 0 ${decimal(height * pointsPerPixel)} cm\n${content}`;
  return file([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size}] /Contents 4 0 R /Resources << /Font << /F 6 0 R >> /ExtGState << ${drawing.states} >> >> >>`,
    stream(page),
    `<< /Title <feff${utf16(title)}> /Producer (SHACL Repair) >>`,
    ...drawing.font.objects(6),
  ]);
}

/** Object 1 is the catalogue, object 5 says what the file is about. */
function file(objects: readonly string[]): string {
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, i) => {
    const offset = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  return `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}trailer
<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>
startxref
${text.length}
%%EOF
`;
}

type Attributes = Readonly<Partial<Record<string, string>>>;

/** Draws shapes, which inherit what is not their own from those around them. */
class PdfDrawing {
  readonly font: PdfFont;
  readonly #opacities: string[] = [];

  constructor(font: PdfFont) {
    this.font = font;
  }

  /** The named states that the content uses. */
  get states(): string {
    return this.#opacities.map((state, i) => `/G${i} << ${state} >>`).join(' ');
  }

  contentOf(shape: Shape, inherited: Attributes = {}): string {
    const { transform, ...own } = shape.attributes;
    const attributes = { ...inherited, ...own };
    const moved = transform === undefined ? [] : [transformed(transform)];
    return ['q', ...moved, ...this.#drawn(shape, attributes), 'Q'].join('\n');
  }

  #drawn({ name, children }: Shape, attributes: Attributes): readonly string[] {
    const number = (key: string) => Number(attributes[key] ?? 0);
    switch (name) {
      case 'svg':
      case 'g': {
        const { x: _, y: __, dx: ___, dy: ____, ...inherited } = attributes;
        return children.flatMap((child) =>
          typeof child === 'string' ? [] : [this.contentOf(child, inherited)],
        );
      }
      case 'path':
        return this.#painted(pdfPath(attributes.d ?? ''), attributes);
      case 'rect': {
        const [x, y, width, height] = ['x', 'y', 'width', 'height'].map(number) as [
          number,
          number,
          number,
          number,
        ];
        return this.#painted(pdfPath(`M${x},${y}h${width}v${height}h${-width}Z`), attributes);
      }
      case 'line': {
        const path = pdfPath(`M${number('x1')},${number('y1')}L${number('x2')},${number('y2')}`);
        return this.#painted(path, { ...attributes, fill: 'none' });
      }
      case 'circle': {
        const [x, y, r] = [number('cx'), number('cy'), number('r')];
        const half = (to: number) => `A${r},${r},0,1,1,${to},${y}`;
        return this.#painted(pdfPath(`M${x - r},${y}${half(x + r)}${half(x - r)}Z`), attributes);
      }
      case 'text':
        return this.#text(children, attributes);
      case 'title':
        return [];
      default:
        throw new Error(`a chart has <${name}>, which is not written as PDF`);
    }
  }

  #painted(path: string, attributes: Attributes): readonly string[] {
    const { fill = '#000000', stroke = 'none' } = attributes;
    const paint = fill === 'none' ? (stroke === 'none' ? 'n' : 'S') : stroke === 'none' ? 'f' : 'B';
    return path === '' ? [] : [...this.#state(attributes), path, paint];
  }

  #text(children: Shape['children'], attributes: Attributes): readonly string[] {
    const size = Number.parseFloat(attributes['font-size'] ?? '12');
    const length = (key: string) => {
      const given = attributes[key] ?? '0';
      return Number.parseFloat(given) * (given.endsWith('em') ? size : 1);
    };
    const [x, y] = [length('x') + length('dx'), length('y') + length('dy')];
    return children.flatMap((child): readonly string[] => {
      if (typeof child !== 'string') {
        const { dx: _, dy: __, ...inherited } = attributes;
        return child.name === 'tspan'
          ? this.#text(child.children, { ...inherited, ...child.attributes })
          : [];
      }
      const anchor = { middle: 0.5, end: 1 }[attributes['text-anchor'] ?? 'start'] ?? 0;
      const left = x - anchor * size * this.font.widthOf(child);
      const shown = `/F ${decimal(size)} Tf 1 0 0 -1 ${decimal(left)} ${decimal(y)} Tm ${this.font.encoded(child)} Tj`;
      const { fill = '#000000', stroke = 'none', 'font-weight': weight = '400' } = attributes;
      const written = (mode: number, changes: Attributes) => [
        ...this.#state({ ...attributes, ...changes }),
        `BT ${mode} Tr ${shown} ET`,
      ];
      // What goes around a text is drawn below it; a bold one has a line of its own colour around it.
      return [
        ...(stroke === 'none' ? [] : written(1, { 'stroke-linejoin': 'round' })),
        ...(Number(weight) >= 600 || weight === 'bold'
          ? written(2, { stroke: fill, 'stroke-width': decimal(size / 36) })
          : written(0, {})),
      ];
    });
  }

  #state(attributes: Attributes): readonly string[] {
    const { fill = '#000000', stroke = 'none' } = attributes;
    const opacity = (kind: string) => Number(attributes.opacity ?? 1) * Number(attributes[kind] ?? 1);
    const dashes = attributes['stroke-dasharray']?.replaceAll(',', ' ');
    return [
      ...this.#opacity(opacity('fill-opacity'), opacity('stroke-opacity')),
      ...(fill === 'none' ? [] : [`${rgb(fill)} rg`]),
      ...(stroke === 'none'
        ? []
        : [
            `${rgb(stroke)} RG`,
            `${decimal(Number(attributes['stroke-width'] ?? 1))} w`,
            ...(dashes === undefined || dashes === 'none' ? [] : [`[${dashes}] 0 d`]),
            ...(attributes['stroke-linejoin'] === 'round' ? ['1 j'] : []),
            ...(attributes['stroke-linecap'] === 'round' ? ['1 J'] : []),
          ]),
    ];
  }

  #opacity(fill: number, stroke: number): readonly string[] {
    if (fill === 1 && stroke === 1) return [];
    const state = `/ca ${decimal(fill)} /CA ${decimal(stroke)}`;
    if (!this.#opacities.includes(state)) this.#opacities.push(state);
    return [`/G${this.#opacities.indexOf(state)} gs`];
  }
}

function transformed(transform: string): string {
  const steps = [...transform.matchAll(/(\w+)\(([^)]*)\)/g)];
  return steps
    .map(([, kind, given]) => {
      const [first = 0, second = 0] = given!.split(/[\s,]+/).map(Number);
      switch (kind) {
        case 'translate':
          return `1 0 0 1 ${decimal(first)} ${decimal(second)} cm`;
        case 'rotate': {
          const [sine, cosine] = [Math.sin, Math.cos].map((of) => of((first * Math.PI) / 180).toFixed(6));
          return `${cosine} ${sine} ${-Number(sine!)} ${cosine} 0 0 cm`;
        }
        default:
          throw new Error(`a chart is placed by ${kind}, which is not written as PDF`);
      }
    })
    .join('\n');
}

/** `#1b4f8a` as three numbers from 0 to 1. */
function rgb(colour: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(colour))
    throw new Error(`a chart has the colour ${colour}, which is not written as PDF`);
  return [1, 3, 5].map((at) => decimal(Number.parseInt(colour.slice(at, at + 2), 16) / 255)).join(' ');
}
