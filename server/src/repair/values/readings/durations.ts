import { type TermId, terms } from '../../../rdf/terms.ts';
import { namespaces } from '../../../rdf/vocab.ts';
import { certainly, likely, perhaps, type Reading } from './reading.ts';

const types: ReadonlySet<TermId> = new Set(
  ['duration', 'dayTimeDuration', 'yearMonthDuration'].map((name) => terms.constant(namespaces.xsd + name)),
);

/** How often something happens, with the time from one to the next and in other words. */
const rhythms: ReadonlyMap<string, readonly [duration: string, words: string]> = new Map([
  ['hourly', ['PT1H', 'once an hour']],
  ['daily', ['P1D', 'once a day']],
  ['weekly', ['P7D', 'once a week']],
  ['fortnightly', ['P14D', 'once in two weeks']],
  ['biweekly', ['P14D', 'once in two weeks']],
  ['monthly', ['P1M', 'once a month']],
  ['quarterly', ['P3M', 'once in three months']],
  ['semiannual', ['P6M', 'once in six months']],
  ['semiannually', ['P6M', 'once in six months']],
  ['yearly', ['P1Y', 'once a year']],
  ['annual', ['P1Y', 'once a year']],
  ['annually', ['P1Y', 'once a year']],
]);

/** The length of time that a text means: `90 min`, `1 h 30 m`, `2 weeks`, `01:30:00`. */
export function* durationsMeant(text: string, datatype: TermId): Iterable<Reading> {
  if (!types.has(datatype)) return;
  if (/^-?p[\dtymdhs.]+$/i.test(text)) yield certainly(text.toUpperCase());
  const every = rhythms.get(text.toLowerCase());
  if (every !== undefined) {
    const reading = likely(every[0], 'sameText', every[1]);
    const twice = { kind: 'competing', words: 'it may mean twice a week' } as const;
    yield /^bi/i.test(text) ? { ...reading, evidence: [...reading.evidence, twice] } : reading;
  }
  if (/^t\d[\dhms.]*[hms]$/i.test(text)) yield certainly(`P${text.toUpperCase()}`);
  // M means minutes after T, and months otherwise.
  const [, count] = /^(\d{1,4}) ?m$/i.exec(text) ?? [];
  if (count !== undefined) {
    yield perhaps(`PT${count}M`, 'reading', 'read as minutes');
    yield perhaps(`P${count}M`, 'reading', 'read as months');
    return;
  }
  const [, hours, minutes, seconds] = /^(\d{1,3}):([0-5]\d)(?::([0-5]\d))?$/.exec(text) ?? [];
  if (hours !== undefined) {
    const [h, m, s] = [Number(hours), Number(minutes), Number(seconds ?? 0)];
    if (seconds !== undefined) yield certainly(`P${clock(h * 3600 + m * 60 + s, false)}`);
    else {
      yield perhaps(`P${clock(h * 3600 + m * 60, false)}`, 'reading', 'read as hours and minutes');
      yield perhaps(`P${clock(h * 60 + m, false)}`, 'reading', 'read as minutes and seconds');
    }
    return;
  }
  const parts = [...text.toLowerCase().matchAll(/(\d+(?:[.,]\d+)?)\s*(\p{L}+)\.?[\s,]*(?:and |und |et )?/gu)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text.toLowerCase()) return;
  let [months, time] = [0, 0];
  let isTime = false;
  for (const [i, [, amount = '', name = '']] of parts.entries()) {
    const after = i > 0 ? parts[i - 1]![2] : undefined;
    const unit = name === 'm' && after !== undefined && units.get(after) === 3600 ? 60 : units.get(name);
    const number = Number(amount.replace(',', '.'));
    if (unit !== undefined) {
      time += number * unit;
      isTime ||= unit < 86_400;
    } else if (monthUnits.has(name)) months += number * monthUnits.get(name)!;
    else return;
  }
  // Fractions of a second or of a month have no short form that is certainly meant.
  if (!Number.isSafeInteger(months) || !Number.isInteger(Math.round(time * 1000) / 1000)) return;
  const [years, rest] = [Math.floor(months / 12), months % 12];
  const date = `${years > 0 ? `${years}Y` : ''}${rest > 0 ? `${rest}M` : ''}`;
  const after = time > 0 || date === '' ? clock(Math.round(time), !isTime || time >= 172_800) : '';
  yield certainly(`P${date}${after}`);
}

/** Seconds as the rest of an xsd:duration, in days where asked. */
function clock(total: number, inDays: boolean): string {
  const days = inDays ? Math.floor(total / 86_400) : 0;
  const rest = total - days * 86_400;
  const [h, m, s] = [Math.floor(rest / 3600), Math.floor((rest % 3600) / 60), rest % 60];
  const time = `${h > 0 ? `${h}H` : ''}${m > 0 ? `${m}M` : ''}${s > 0 ? `${s}S` : ''}`;
  if (days === 0 && time === '') return 'T0S';
  return `${days > 0 ? `${days}D` : ''}${time === '' ? '' : `T${time}`}`;
}

const units = new Map(
  Object.entries({
    's sec secs second seconds sekunde sekunden seconde secondes segundo segundos': 1,
    'min mins minute minutes minuten minuto minutos minuti': 60,
    'h hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur': 3600,
    'd day days tag tage tagen jour jours día días dia dias giorno giorni dag dagen': 86_400,
    'w wk week weeks woche wochen semaine semaines semana semanas settimana settimane weken': 604_800,
  }).flatMap(([names, seconds]) => names.split(' ').map((name) => [name, seconds] as const)),
);

const monthUnits = new Map(
  Object.entries({
    'month months mon monat monate monaten mois mes meses mese mesi maand maanden': 1,
    'y yr yrs year years a jahr jahre jahren an ans année années año años ano anos anno anni jaar': 12,
  }).flatMap(([names, count]) => names.split(' ').map((name) => [name, count] as const)),
);
