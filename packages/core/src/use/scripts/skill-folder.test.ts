import { expect, it } from 'vitest'
import {
  commandWithFolders,
  pathInSkill,
  skillFolderNote,
  withSkillFolder,
} from './skill-folder.ts'

it.each([
  [`\${CLAUDE_SKILL_DIR}/scripts/x.py`, '/skill/scripts/x.py', 'scripts/x.py'],
  ['$CLAUDE_SKILL_DIR/x', '/skill/x', 'x'],
  [`\${SKILL_DIR}/a b`, '/skill/a b', 'a b'],
  ['$SKILL_DIR/x', '/skill/x', 'x'],
  ['{baseDir}/x', '/skill/x', 'x'],
  [`\${CLAUDE_PLUGIN_ROOT}/skills/my-skill/x`, '/skill/x', 'x'],
  ['--in={baseDir}/x', '--in=/skill/x', '--in={baseDir}/x'],
  ['$SKILL_DIRECTORY/x', '$SKILL_DIRECTORY/x', '$SKILL_DIRECTORY/x'],
  [`\${baseDir}/x`, `\${baseDir}/x`, `\${baseDir}/x`],
  ['$(id) `id` {baseDir}', '$(id) `id` /skill', '$(id) `id` {baseDir}'],
])(
  'C4: an argument or path of another agent’s skill names the folder here: %s',
  (written, argument, path) => {
    expect([withSkillFolder(written), pathInSkill(written)]).toEqual([argument, path])
  },
)

it('C4: a command keeps the variables that Bash knows, and gets the folders that it does not', () => {
  const command = `python3 "{baseDir}/a.py" \${CLAUDE_PLUGIN_ROOT}/skills/b/c.sh "$SKILL_DIR" \${baseDir}`
  expect(commandWithFolders(command, 'a.b')).toBe(
    `python3 "/skill/a.b/a.py" /skill/b/c.sh "$SKILL_DIR" \${baseDir}`,
  )
  expect(commandWithFolders('{baseDir}', null)).toBe('{baseDir}')
})

it('C4: only instructions that name their folder get the note on it', () => {
  expect(skillFolderNote('a', 'Run {baseDir}/scripts/x.py')).toContain('run_skill_script("a"')
  expect(skillFolderNote('a', `Run scripts/x.py with \${HOME}.`)).toBe('')
})
