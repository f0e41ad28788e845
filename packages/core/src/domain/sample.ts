import type { SourceId } from '../base/ids.ts'
import type { Skill } from './skill.ts'

/** The source of the skills that ship with the server. An organisation has at most this one. */
export const samplesSourceId = 'src_samples' as SourceId

/** Whether a skill came with the server. A source id that an import claims is not enough. */
export function isSample({
  origin,
}: {
  readonly origin: Pick<Skill['origin'], 'sourceId' | 'provenance'>
}): boolean {
  return origin.sourceId === samplesSourceId && origin.provenance === 'catalog'
}

/** The slug of a sample: the plain one stays free for a skill of the organisation. */
export function sampleSlug(folderName: string): string {
  return `sample-${folderName}`
}
