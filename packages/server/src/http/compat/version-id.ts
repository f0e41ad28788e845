import type { Revision, Skill } from '@repertoire/core/domain'

/** The id of a version, which names its skill too. */
export function versionId({ id }: Pick<Skill, 'id'>, { number }: Pick<Revision, 'number'>): string {
  return `${id}_v${number}`
}

/** The number of the revision that an id, a number or `latest` means; null for anything else. Pure. */
export function versionNumber(
  { id, head }: Pick<Skill, 'id' | 'head'>,
  text: string,
): number | null {
  if (text === 'latest') return head.number
  const digits = text.startsWith(`${id}_v`) ? text.slice(id.length + 2) : text
  return /^[1-9]\d{0,8}$/.test(digits) ? Number(digits) : null
}
