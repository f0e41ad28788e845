/** Where sandboxes show the files of a skill. */
const mountedAt = '/skill'

/** How skills written for other agents name the folder of their files. Plugins keep each skill in a folder of its name. */
const marks = [
  String.raw`\$\{CLAUDE_SKILL_DIR\}`,
  String.raw`\$CLAUDE_SKILL_DIR(?![A-Za-z0-9_])`,
  String.raw`\$\{SKILL_DIR\}`,
  String.raw`\$SKILL_DIR(?![A-Za-z0-9_])`,
  String.raw`(?<!\$)\{baseDir\}`,
  String.raw`(?:\$\{CLAUDE_PLUGIN_ROOT\}|\$CLAUDE_PLUGIN_ROOT)/skills/[a-z0-9]+(?:[._-][a-z0-9]+)*`,
]
const anyMark = new RegExp(marks.join('|'), 'g')
const leadingMark = new RegExp(`^(?:${marks.join('|')})/`)
const baseDir = /(?<!\$)\{baseDir\}/g
const pluginSkills = /(?:\$\{CLAUDE_PLUGIN_ROOT\}|\$CLAUDE_PLUGIN_ROOT)\/skills(?=\/)/g

/** What stands for the folder of the skill in its instructions: how to reach it here. Empty when nothing does. */
export function skillFolderNote(slug: string, instructions: string): string {
  const [mark] = instructions.match(anyMark) ?? []
  if (mark === undefined) return ''
  return `In the instructions of "${slug}", ${mark} stands for the folder of its files: read one with read_skill_file("${slug}", "references/…") and run one with run_skill_script("${slug}", "scripts/…", args), by its path in that folder. It may stay in args; in run_command the folder is ${mountedAt}/${slug}.`
}

/** A path as a skill's instructions write it, in the folder of the skill. Pure. */
export function pathInSkill(path: string): string {
  return path.replace(leadingMark, '')
}

/** Variables of a script, and of a command that has skills, that name a skill's folder. */
export function skillFolderVariables(folder: string): Readonly<Record<string, string>> {
  return { SKILL_DIR: folder, CLAUDE_SKILL_DIR: folder }
}

/** The folder of a script's own skill, or of one of the skills that a command can read. */
export function skillFolder(slug: string | null): string {
  return slug === null ? mountedAt : `${mountedAt}/${slug}`
}

/** An argument with the folder of the script's skill in place of its marks. No shell reads it. Pure. */
export function withSkillFolder(argument: string): string {
  return argument.replace(anyMark, mountedAt)
}

/** Whether a text names its skill's folder in the way that no shell knows. */
export function namesBaseDir(text: string): boolean {
  return text.search(baseDir) !== -1
}

/**
 * A command with the folders of skills in place of what Bash does not know; variables stay, and are set for it. Slugs
 * have letters, digits, dots, hyphens and underscores, so that what is put in is one word in any quotes. Pure.
 */
export function commandWithFolders(command: string, baseDirOf: string | null): string {
  const known = command.replace(pluginSkills, mountedAt)
  return baseDirOf === null ? known : known.replace(baseDir, skillFolder(baseDirOf))
}
