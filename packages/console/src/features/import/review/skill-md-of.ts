import { packageLimits } from '@repertoire/skill-md'
import type { FoundSkill } from '../discover-skills.ts'

/** The text of a skill's SKILL.md; null where there is none, or it is too large to be taken. */
export async function skillMdOf({ files }: FoundSkill): Promise<string | null> {
  const file = files.find(({ path }) => path === 'SKILL.md')
  if (!file || file.size > packageLimits.skillMdBytes) return null
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.bytes())
}
