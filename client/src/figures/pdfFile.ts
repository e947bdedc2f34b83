import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import type { PrintedShape } from './printedShape.ts';

/** A pixel of a drawing in points: 96 and 72 to an inch. */
const pointsPerPixel = 0.75;

/**
 * A drawing as a PDF file of one page with the part of the font that it needs. It says nothing about when it was made: the
 * same drawing gives the same bytes.
 *
 * @param font a file in TrueType's format.
 */
export async function pdfFile(shape: PrintedShape, title: string, font: Uint8Array): Promise<Uint8Array> {
  // In versions of PDF later than 1.3, pdfkit also writes the title as XML, without escaping it.
  const document = new PDFDocument({
    autoFirstPage: false,
    // Without a font name here, it loads Helvetica.
    font: '',
    // A file has to have a date: the earliest possible.
    info: { Title: title, Creator: 'SHACL Repair', CreationDate: new Date(0) },
  });
  const size = [shape.attributes.width, shape.attributes.height].map((side) => Number(side) * pointsPerPixel);
  document.addPage({ size: size as [number, number], margin: 0 });
  document.font(new Uint8Array(font).buffer).scale(pointsPerPixel);
  draw(document, shape, {});
  document.end();
  return new Uint8Array(await buffer(document));
}

type Document = InstanceType<typeof PDFDocument>;
type Attributes = Readonly<Partial<Record<string, string>>>;

/** Draws a shape, which inherits attributes that it does not have from those around it. */
function draw(
  document: Document,
  { name, attributes: { transform, ...own }, children }: PrintedShape,
  inherited: Attributes,
) {
  const attributes = { ...inherited, ...own };
  const number = (key: string) => Number(attributes[key] ?? 0);
  document.save();
  if (transform !== undefined) move(document, transform);
  switch (name) {
    case 'svg':
    case 'g': {
      const { x: _, y: __, dx: ___, dy: ____, ...passed } = attributes;
      for (const child of children) if (typeof child !== 'string') draw(document, child, passed);
      break;
    }
    case 'path':
      paint(document, attributes, () => document.path(attributes.d ?? ''));
      break;
    case 'rect':
      paint(document, attributes, () =>
        document.rect(number('x'), number('y'), number('width'), number('height')),
      );
      break;
    case 'line':
      paint(document, { ...attributes, fill: 'none' }, () =>
        document.moveTo(number('x1'), number('y1')).lineTo(number('x2'), number('y2')),
      );
      break;
    case 'circle':
      paint(document, attributes, () => document.circle(number('cx'), number('cy'), number('r')));
      break;
    case 'text':
      write(document, children, attributes);
      break;
    case 'title':
      break;
    default:
      throw new Error(`a chart has <${name}>, which is not written as PDF`);
  }
  document.restore();
}

/** Fills and strokes a path. In PDF, a path may only be followed by its painting. */
function paint(document: Document, attributes: Attributes, drawPath: () => unknown) {
  const { fill, stroke } = dip(document, attributes);
  if (!fill && !stroke) return;
  drawPath();
  if (fill && stroke) document.fillAndStroke();
  else if (fill) document.fill();
  else document.stroke();
}

function write(document: Document, children: PrintedShape['children'], attributes: Attributes) {
  const size = Number.parseFloat(attributes['font-size'] ?? '12');
  const length = (key: string) => {
    const given = attributes[key] ?? '0';
    return Number.parseFloat(given) * (given.endsWith('em') ? size : 1);
  };
  const [x, y] = [length('x') + length('dx'), length('y') + length('dy')];
  const anchor = { middle: 0.5, end: 1 }[attributes['text-anchor'] ?? 'start'] ?? 0;
  const { fill = '#000000', stroke = 'none', 'font-weight': weight = '400' } = attributes;
  for (const child of children) {
    if (typeof child !== 'string') {
      const { dx: _, dy: __, ...inherited } = attributes;
      if (child.name === 'tspan') write(document, child.children, { ...inherited, ...child.attributes });
      continue;
    }
    const left = x - anchor * document.fontSize(size).widthOfString(child);
    const written = (outlined: Attributes, filled: boolean) => {
      document.save();
      const stroked = dip(document, { ...attributes, ...outlined }).stroke;
      document.text(child, left, y, {
        lineBreak: false,
        baseline: 'alphabetic',
        fill: filled,
        stroke: stroked,
      });
      document.restore();
    };
    // The outline of a text is drawn below it; a bold text has an outline of its own colour.
    if (stroke !== 'none') written({ 'stroke-linejoin': 'round' }, false);
    const isBold = Number(weight) >= 600 || weight === 'bold';
    written(isBold ? { stroke: fill, 'stroke-width': String(size / 36) } : { stroke: 'none' }, true);
  }
}

/** Sets the colours and lines that a shape is drawn with; returns which of them it has. */
function dip(
  document: Document,
  attributes: Attributes,
): { readonly fill: boolean; readonly stroke: boolean } {
  const { fill = '#000000', stroke = 'none', 'stroke-dasharray': dashes = 'none' } = attributes;
  const opacity = (kind: string) => Number(attributes.opacity ?? 1) * Number(attributes[kind] ?? 1);
  if (fill !== 'none') document.fillColor(rgb(fill), opacity('fill-opacity'));
  if (stroke !== 'none') {
    document.strokeColor(rgb(stroke), opacity('stroke-opacity'));
    document.lineWidth(Number(attributes['stroke-width'] ?? 1));
    if (dashes !== 'none') {
      const [dash = 0, space = dash] = dashes.split(/[\s,]+/).map(Number);
      document.dash(dash, { space });
    }
    if (attributes['stroke-linejoin'] === 'round') document.lineJoin('round');
    if (attributes['stroke-linecap'] === 'round') document.lineCap('round');
  }
  return { fill: fill !== 'none', stroke: stroke !== 'none' };
}

function move(document: Document, transform: string) {
  for (const [, kind, given] of transform.matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [first = 0, second = 0] = given!.split(/[\s,]+/).map(Number);
    if (kind === 'translate') document.translate(first, second);
    else if (kind === 'rotate') document.rotate(first);
    else throw new Error(`a chart is placed by ${kind}, which is not written as PDF`);
  }
}

/** The colour itself: pdfkit would drop a colour that it does not know. */
function rgb(colour: string): string {
  if (/^#[0-9a-f]{6}$/i.test(colour)) return colour;
  throw new Error(`a chart has the colour ${colour}, which is not written as PDF`);
}
