import { loadSkillMd } from '@repertoire/skill-md'

/** Whether a Markdown file has a name and a description in its frontmatter, so that it is a skill under any file name. */
export function isSelfDescribing(bytes: Uint8Array): boolean {
  const loaded = loadSkillMd(bytes)
  if (!loaded.ok) return false
  const { name, description } = loaded.document.fields
  return (name ?? '') !== '' && description !== ''
}
