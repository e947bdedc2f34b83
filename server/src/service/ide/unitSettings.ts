import type { LinkedUnit } from '../../workspace/project/linkedUnit.ts';
import type { Settings } from '../../workspace/project/settings.ts';
import type { UnitJudging } from './judging.ts';

/** What a command line says. */
export type GivenSettings = Partial<Pick<Settings, 'inference' | 'rdf' | 'shacl'> & UnitJudging>;

/**
 * The settings for a unit. Given values take precedence over the project file; if there is one, settings that it could have
 * set are ignored, so that every editor and the command line judge in the same way.
 */
export function settingsOfUnit(
  { project }: LinkedUnit,
  { settings, given = {} }: { readonly settings: Settings; readonly given?: GivenSettings },
): Settings {
  const own = project && {
    inference: project.inference ?? 'none',
    rdf: project.rdf ?? '1.2',
    shacl: project.shacl ?? '1.2',
  };
  const { inference, rdf, shacl } = given;
  return {
    ...settings,
    ...own,
    ...(inference && { inference }),
    ...(rdf && { rdf }),
    ...(shacl && { shacl }),
  };
}
