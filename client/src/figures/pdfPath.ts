/** An SVG path as operators of PDF. It knows what charts are drawn with: M, L, H, V, C, A of circles, Z, and h, v. */
export function pdfPath(path: string): string {
  const tokens = path.match(/[a-zA-Z]|-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/g) ?? [];
  const operators: string[] = [];
  let [x, y] = [0, 0];
  let start: readonly [number, number] = [0, 0];
  let command = '';
  for (let i = 0; i < tokens.length; ) {
    if (/[a-zA-Z]/.test(tokens[i]!)) command = tokens[i++]!;
    const take = () => Number(tokens[i++]);
    const lineTo = () => operators.push(`${point(x, y)} l`);
    switch (command) {
      case 'M':
        [x, y] = [take(), take()];
        start = [x, y];
        operators.push(`${point(x, y)} m`);
        command = 'L';
        break;
      case 'L':
        [x, y] = [take(), take()];
        lineTo();
        break;
      case 'H':
        x = take();
        lineTo();
        break;
      case 'h':
        x += take();
        lineTo();
        break;
      case 'V':
        y = take();
        lineTo();
        break;
      case 'v':
        y += take();
        lineTo();
        break;
      case 'C': {
        const controls = [take(), take(), take(), take()];
        [x, y] = [take(), take()];
        operators.push(`${[...controls, x, y].map(decimal).join(' ')} c`);
        break;
      }
      case 'A': {
        const [radius, , , large, sweep, endX, endY] = Array.from({ length: 7 }, take) as [
          number,
          number,
          number,
          number,
          number,
          number,
          number,
        ];
        operators.push(
          ...arc({ radius, large: large === 1, sweep: sweep === 1, from: [x, y], to: [endX, endY] }),
        );
        [x, y] = [endX, endY];
        break;
      }
      case 'Z':
      case 'z':
        operators.push('h');
        [x, y] = start;
        break;
      default:
        throw new Error(`a path has ${command || 'numbers'}, which is not written as PDF: ${path}`);
    }
  }
  return operators.join('\n');
}

interface Arc {
  readonly radius: number;
  readonly large: boolean;
  readonly sweep: boolean;
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}

/** Bézier curves of at most a quarter of the circle (SVG 1.1, F.6.5). */
function* arc({ radius, large, sweep, from: [x1, y1], to: [x2, y2] }: Arc): Iterable<string> {
  const [dx, dy] = [(x1 - x2) / 2, (y1 - y2) / 2];
  const half = Math.hypot(dx, dy);
  const r = Math.max(radius, half);
  const side = (large === sweep ? -1 : 1) * Math.sqrt(Math.max(0, r * r - half * half));
  const [cx, cy] =
    half === 0 ? [x1, y1] : [(x1 + x2) / 2 + (side * dy) / half, (y1 + y2) / 2 - (side * dx) / half];
  const first = Math.atan2(y1 - cy, x1 - cx);
  let angle = Math.atan2(y2 - cy, x2 - cx) - first;
  if (sweep && angle < 0) angle += 2 * Math.PI;
  if (!sweep && angle > 0) angle -= 2 * Math.PI;
  const pieces = Math.max(1, Math.ceil(Math.abs(angle) / (Math.PI / 2) - 1e-6));
  const step = angle / pieces;
  const k = (4 / 3) * Math.tan(step / 4) * r;
  for (let i = 0; i < pieces; i++) {
    const [a, b] = [first + i * step, first + (i + 1) * step];
    const [ax, ay] = [cx + r * Math.cos(a), cy + r * Math.sin(a)];
    const [bx, by] = [cx + r * Math.cos(b), cy + r * Math.sin(b)];
    const controls = [ax - k * Math.sin(a), ay + k * Math.cos(a), bx + k * Math.sin(b), by - k * Math.cos(b)];
    yield `${[...controls, bx, by].map(decimal).join(' ')} c`;
  }
}

function point(x: number, y: number): string {
  return `${decimal(x)} ${decimal(y)}`;
}

/** A number as PDF writes them: without exponent, to a thousandth. */
export function decimal(value: number): string {
  const text = value.toFixed(3).replace(/\.?0+$/, '');
  return text === '-0' ? '0' : text;
}
