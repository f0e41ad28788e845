import type { Toolset } from '../../tools/toolset.ts'
import { portable } from '../portable/portable.ts'
import { saveSkillHint } from '../portable/portable-prompt.ts'
import { readSkillFile } from '../portable/read-skill-file.ts'
import { saveSkill } from '../portable/save-skill.ts'
import { useSkill } from '../portable/use-skill.ts'

/**
 * What an agent needs beside a toolset that finds and loads skills: their files, skills carried out by a
 * sub-agent, and proposals. It lists no skills. The toolset `portable` has the same tools.
 */
export const skillUse: Toolset = {
  name: 'skill-use',
  instructions: `A skill may bring files, and some are carried out apart.
- Read a file that a loaded skill names with read_skill_file, when a step needs it. Scripts it brings are run, not read, where you have a tool for that.
- A skill marked "context_fork" is not loaded: give use_skill its name and the whole task, and a sub-agent returns the result.
- A skill may limit your tools while it is loaded. A call that is refused for it did nothing: finish with the tools it allows, or go on without it.
- What you learn that will be needed again, propose with save_skill.`,
  tools: [useSkill, readSkillFile, saveSkill],
  toolsBeside: (others) => (others.has(portable.name) ? [] : null),
  preamble: async (services) => saveSkillHint(services),
}
