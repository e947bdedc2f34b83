import { compareDecimals, type Decimal, decimal, minus, plus } from '../../../rdf/literals/decimal.ts';

/** A unit of measure: this many times the base unit of its dimension. */
export interface Unit {
  readonly dimension: string;
  /** The factor to the base unit, as a fraction of whole numbers. */
  readonly factor: { readonly over: bigint; readonly under: bigint };
  /** What is added to a number of the unit before it is multiplied, for scales with a different zero. */
  readonly offset: Decimal;
  /** False for units whose prefix is read as a power of ten by some and of two by others. */
  readonly isExact: boolean;
}

/**
 * The units that data states most, one a line: factor, symbols and UCUM codes, names in the singular, the local names of QUDT's units, and codes of
 * UNECE Recommendation 20. A factor may have an offset behind `@`. Currencies are dimensions of their own.
 */
const table = {
  length: [
    '1 | m | metre meter | M | MTR',
    '1000 | km | kilometre kilometer | KiloM | KMT KTM',
    '1/100 | cm | centimetre centimeter | CentiM | CMT',
    '1/10 | dm | decimetre decimeter | DeciM | DMT',
    '1/1000 | mm | millimetre millimeter | MilliM | MMT',
    '1/1000000 | µm μm um | micrometre micrometer micron | MicroM | 4H',
    '1/1000000000 | nm | nanometre nanometer | NanoM | C45',
    '1609.344 | mi [mi_i] | mile | MI | SMI',
    '0.9144 | yd [yd_i] | yard | YD | YRD',
    '0.3048 | ft [ft_i] | foot feet | FT | FOT',
    '0.0254 | in [in_i] | inch inches | IN | INH',
    '1852 | nmi [nmi_i] | | MI_N | NMI',
  ],
  mass: [
    '1 | g | gram gramme | GM | GRM',
    '1000 | kg | kilogram kilogramme | KiloGM | KGM',
    '1/1000 | mg | milligram | MilliGM | MGM',
    '1/1000000 | µg μg ug | microgram | MicroGM | MC',
    '1000000 | t | tonne | TONNE TON_Metric | TNE',
    '453.59237 | lb lbs [lb_av] | pound | LB | LBR',
    '28.349523125 | oz [oz_av] | ounce | OZ | ONZ',
  ],
  time: [
    '1 | s | second sec | SEC | SEC',
    '1/1000 | ms | millisecond | MilliSEC | C26',
    '60 | min | minute | MIN | MIN',
    '3600 | h hr | hour | HR | HUR',
    '86400 | d | day | DAY | DAY',
    '604800 | wk | week | WK | WEE',
  ],
  data: [
    '1 | B By | byte | BYTE | AD',
    '~1000 | kB KB kBy | kilobyte | KiloBYTE | 2P',
    '~1000000 | MB MBy | megabyte | MegaBYTE | 4L',
    '~1000000000 | GB GBy | gigabyte | GigaBYTE | E34',
    '~1000000000000 | TB TBy | terabyte | TeraBYTE | E35',
    '1024 | KiB | kibibyte | KibiBYTE | E64',
    '1048576 | MiB | mebibyte | MebiBYTE | E63',
    '1073741824 | GiB | gibibyte | GibiBYTE | E62',
    '1099511627776 | TiB | tebibyte | TebiBYTE | E61',
    '1/8 | bit | | BIT | A99',
  ],
  power: [
    '1 | W | watt | W | WTT',
    '1/1000 | mW | milliwatt | MilliW | C31',
    '1000 | kW | kilowatt | KiloW | KWT',
    '1000000 | MW | megawatt | MegaW | MAW',
    '1000000000 | GW | gigawatt | GigaW | A90',
  ],
  energy: [
    '1 | J | joule | J | JOU',
    '1000 | kJ | kilojoule | KiloJ | KJO',
    '1000000 | MJ | megajoule | MegaJ | 3B',
    '3600 | Wh | | W-HR | WHR',
    '3600000 | kWh | | KiloW-HR KW-HR | KWH',
    '3600000000 | MWh | | MegaW-HR | MWH',
    '3600000000000 | GWh | | GigaW-HR | GWH',
  ],
  voltage: [
    '1 | V | volt | V | VLT',
    '1/1000 | mV | millivolt | MilliV | 2Z',
    '1000 | kV | kilovolt | KiloV | KVT',
  ],
  current: ['1 | A | ampere amp | A | AMP', '1/1000 | mA | milliampere | MilliA | 4K'],
  resistance: ['1 | Ω Ohm ohm | ohm | OHM | OHM', '1000 | kΩ kOhm | kiloohm | KiloOHM | B49'],
  frequency: [
    '1 | Hz | hertz | HZ | HTZ',
    '1000 | kHz | kilohertz | KiloHZ | KHZ',
    '1000000 | MHz | megahertz | MegaHZ | MHZ',
    '1000000000 | GHz | gigahertz | GigaHZ | A86',
  ],
  pressure: [
    '1 | Pa | pascal | PA | PAL',
    '100 | hPa mbar | hectopascal millibar | HectoPA MilliBAR | A97 MBR',
    '1000 | kPa | kilopascal | KiloPA | KPA',
    '1000000 | MPa | megapascal | MegaPA | MPA',
    '100000 | bar | bar | BAR | BAR',
  ],
  area: [
    '1 | m² m2 m^2 sqm | | M2 | MTK',
    '1/10000 | cm² cm2 | | CentiM2 | CMK',
    '1000000 | km² km2 km^2 | | KiloM2 | KMK',
    '10000 | ha har | hectare | HA | HAR',
  ],
  volume: [
    '1 | m³ m3 m^3 | | M3 | MTQ',
    '1/1000 | l L | litre liter | L | LTR',
    '1/10000 | dl dL | decilitre deciliter | DeciL | DLT',
    '1/100000 | cl cL | centilitre centiliter | CentiL | CLT',
    '1/1000000 | ml mL | millilitre milliliter | MilliL | MLT',
    '1/1000000000 | µl µL μl μL ul uL | microlitre microliter | MicroL | 4G',
  ],
  speed: ['1 | m/s | | M-PER-SEC | MTS', '5/18 | km/h | | KiloM-PER-HR | KMH'],
  temperature: [
    '1@273.15 | °C degC Cel ℃ | celsius | DEG_C | CEL',
    '5/9@459.67 | °F degF [degF] | fahrenheit | DEG_F | FAH',
    '1 | K | kelvin | K | KEL',
  ],
  ratio: ['1 | % | percent | PERCENT PERCENT_RH | P1'],
  illuminance: ['1 | lx | lux | LUX | LUX'],
  angle: ['1 | ° deg | degree | DEG | DD'],
  euro: ['1 | € EUR | euro | | EUR'],
  dollar: ['1 | $ USD | dollar | | USD'],
  pound: ['1 | £ GBP | | | GBP'],
} as const;

const [bySymbol, byName, byQudtName, byCode] = Array.from({ length: 4 }, () => new Map<string, Unit>());

for (const [dimension, lines] of Object.entries(table)) {
  for (const line of lines) {
    const [factor = '', ...columns] = line.split('|').map((column) => column.trim());
    const [times = '', offset = '0'] = factor.replace('~', '').split('@');
    const unit: Unit = {
      dimension,
      factor: fraction(times),
      offset: decimal(offset),
      isExact: !factor.startsWith('~'),
    };
    for (const [i, map] of [bySymbol, byName, byQudtName, byCode].entries()) {
      for (const each of columns[i]!.split(' ').filter(Boolean)) map!.set(each, unit);
    }
  }
}

function fraction(text: string): Unit['factor'] {
  const [over = '', under = '1'] = text.split('/');
  const { unscaled, scale } = decimal(over);
  return { over: unscaled, under: BigInt(under) * 10n ** BigInt(scale) };
}

/** The unit of a symbol, UCUM code or name: `km`, `kilometres`. */
export function unitWritten(text: string): Unit | undefined {
  return bySymbol!.get(text) ?? unitNamed(text);
}

/** The unit of a name in the singular or plural, in any case. */
export function unitNamed(text: string): Unit | undefined {
  const name = text.toLowerCase();
  return byName!.get(name) ?? byName!.get(name.replace(/s$/, ''));
}

/** The unit with a symbol, in its own case. */
export function unitWithSymbol(text: string): Unit | undefined {
  return bySymbol!.get(text);
}

/** The only unit with a symbol in any case, where the text is no name of QUDT's: KW, but neither KiloW nor MW. */
export function unitMeant(text: string): Unit | undefined {
  if (text.length < 2 || unitOfQudt(text) !== undefined) return undefined;
  const folded = text.toLowerCase();
  const [unit, ...others] = new Set(
    [...bySymbol!].flatMap(([symbol, each]) => (symbol.toLowerCase() === folded ? [each] : [])),
  );
  return others.length === 0 ? unit : undefined;
}

/** The units of the same dimension that are written in the same way, as symbols, names of QUDT or codes of UNECE. */
export function unitsBeside(text: string): readonly string[] {
  for (const map of [bySymbol!, byQudtName!, byCode!]) {
    const unit = map.get(text);
    if (unit === undefined) continue;
    return [...map].flatMap(([other, each]) =>
      each.dimension === unit.dimension && !isSameUnit(each, unit) ? [other] : [],
    );
  }
  return [];
}

/** The unit of the local name of one of QUDT's units. */
export function unitOfQudt(name: string): Unit | undefined {
  return byQudtName!.get(name);
}

/** The unit of a code of UNECE Recommendation 20, as schema:unitCode has it. */
export function unitOfCode(code: string): Unit | undefined {
  return byCode!.get(code);
}

const mostDecimals = 12;

/** The number in another unit of the same dimension; undefined when it has no exact decimal form. */
export function convert(number: Decimal, from: Unit, to: Unit): Decimal | undefined {
  if (from.dimension !== to.dimension) return undefined;
  const { over, under } = inUnit(number, from, to);
  for (let scale = 0; scale <= mostDecimals; scale++) {
    const scaled = over * 10n ** BigInt(scale);
    if (scaled % under === 0n) return minus({ unscaled: scaled / under, scale }, to.offset);
  }
  return undefined;
}

/** The number in another unit of the same dimension, rounded to one more decimal than it has. */
export function convertRounded(number: Decimal, from: Unit, to: Unit): Decimal {
  const { over, under } = inUnit(number, from, to);
  const scale = Math.max(number.scale, to.offset.scale) + 1;
  const exact = minus({ unscaled: (over * 10n ** BigInt(scale + 1)) / under, scale: scale + 1 }, to.offset);
  const cut = 10n ** BigInt(exact.scale - number.scale - 1);
  const half = exact.unscaled < 0n ? -cut / 2n : cut / 2n;
  return { unscaled: (exact.unscaled + half) / cut, scale: number.scale + 1 };
}

/** The fraction before the offset of the other unit is taken off. */
function inUnit(number: Decimal, from: Unit, to: Unit): Unit['factor'] {
  const { unscaled, scale } = plus(number, from.offset);
  return {
    over: unscaled * from.factor.over * to.factor.under,
    under: 10n ** BigInt(scale) * from.factor.under * to.factor.over,
  };
}

/** True for the same factor and zero in the same dimension. */
export function isSameUnit(a: Unit, b: Unit): boolean {
  return (
    a.dimension === b.dimension &&
    a.factor.over * b.factor.under === b.factor.over * a.factor.under &&
    compareDecimals(a.offset, b.offset) === 0
  );
}
