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

const samplePrefix = 'sample-'

/** The slug of a sample: the plain one stays free for a skill of the organisation. */
export function sampleSlug(folderName: string): string {
  return `${samplePrefix}${folderName}`
}

/** What people call a skill by: of a sample, the name of its folder. */
export function slugInQueries({
  slug,
  isSample: fromServer,
}: {
  readonly slug: string
  readonly isSample: boolean
}): string {
  return fromServer && slug.startsWith(samplePrefix) ? slug.slice(samplePrefix.length) : slug
}
