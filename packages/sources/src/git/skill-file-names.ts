import { isLicenceFile } from '@repertoire/skill-md/licence'

/** Markdown that repositories have for their readers and for agents that work on them, in any letter case. */
const forReaders =
  /^(?:readme|changelog|changes|contributing|contributors|code[-_]of[-_]conduct|agents|claude|gemini|copilot-instructions|issue_template|pull_request_template)(?:[-_.].*)?\.md$/i
/** The same where the name can also be that of a skill: in capitals alone. */
const inCapitals =
  /^(?:SECURITY|SUPPORT|GOVERNANCE|MAINTAINERS|AUTHORS|HISTORY|NOTICE|NOTICES|ROADMAP|TODO|INDEX|SUMMARY)\.md$/

export function isSkillMd(path: string): boolean {
  return /(?:^|\/)skill\.md$/i.test(path)
}

/** Whether a file outside of every skill folder can be a skill by its path, which is taken from the folder that is read. */
export function canBeFlatSkill(path: string): boolean {
  const parts = path.split('/')
  const name = parts.at(-1) ?? ''
  if (!/.\.md$/i.test(name) || isSkillMd(name) || isLicenceFile(name)) return false
  if (parts.some((part) => part.startsWith('.'))) return false
  return !forReaders.test(name) && !inCapitals.test(name)
}
