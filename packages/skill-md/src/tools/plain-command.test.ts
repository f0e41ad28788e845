import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plainCommand } from './plain-command.ts'
import { matchesPattern, parseToolPattern } from './tool-pattern.ts'

function allows(pattern: string, command: string): boolean {
  const parsed = parseToolPattern('run_command', pattern)
  return parsed !== null && matchesPattern(parsed, { kind: 'command', command })
}

const bash = '/bin/bash'
/** Reports each call of `git` with its words and the variables it sees, and each call of anything else. */
const observer = `
git() { printf 'git'; printf '\\1%s' "$@"; printf '\\1%s' "\${!GIT_@}\${A-}"; printf '\\2'; }
command_not_found_handle() { printf 'other\\2'; }
export -f git command_not_found_handle
while IFS= read -r -d '' line; do
  ${bash} --norc -c "$line" < /dev/null 2> /dev/null
  printf '\\3'
done`

const piece = fc.constantFrom(
  ...[
    'git',
    'status',
    'git status',
    'log',
    '-c',
    'core.pager=sh',
    '--exec-path=/x',
    '-C',
    '..',
    ' ',
  ],
  ...[
    '--git-dir=x',
    '--output=x',
    'A=1',
    'GIT_PAGER=x',
    'A+=1',
    'env',
    'command',
    'time',
    'if',
    'x',
  ],
  ...[
    '"',
    "'",
    ';',
    '&',
    '&&',
    '|',
    '||',
    '\n',
    '\r',
    '\t',
    '\0',
    '\\',
    '!',
    '#',
    '(',
    ')',
    '{',
    '}',
  ],
  ...[
    '$(x)',
    '`x`',
    '<(x)',
    '>x',
    '<x',
    '2>&1',
    '<<E',
    '*',
    '?',
    '[a]',
    '{a,b}',
    '~',
    '$A',
    '$',
    '=',
    ':',
    'é',
  ],
)
const command = fc
  .tuple(
    fc.constantFrom('git status', 'git status ', 'A=1 git status ', 'git  "status" ', '', 'git '),
    fc.array(fc.tuple(piece, fc.constantFrom('', ' ')), { maxLength: 5 }),
  )
  .map(([start, rest]) => start + rest.flat().join(''))

describe('D7: a prefix of words in a list of allowed tools', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'plain-command-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each([
    ...['git -c core.pager=sh status', 'git --exec-path=. status', 'git -C /x status'],
    ...['git --git-dir=/x status', 'git --no-pager status', 'git -p status', 'git "-c" a=b status'],
    ...[
      'GIT_PAGER=x git status',
      'A=1 GIT_DIR=x git status',
      'env git status',
      'command git status',
    ],
    ...['git status;x', 'git status;', 'git status $(x)', 'git status `x`', 'git status\nx'],
    ...[
      'git status <(x)',
      'git status && x',
      'git status || x',
      'git status | x',
      'git status & x',
    ],
    ...[
      'git status > x',
      'git statusx',
      'git "status x"',
      '"git status"',
      'git stat',
      'git',
      '! git status',
    ],
    ...[
      'time git status',
      'exec -a x git status',
      'git st""atus $A',
      'git status # x',
      'git \\status',
    ],
  ])('is not met by %j, which has other first words or is more than one command', (given) => {
    expect(allows('git status:*', given)).toBe(false)
    expect(allows('git status *', given)).toBe(false)
  })

  it.each([
    ['git status:*', 'git status --porcelain -z'],
    ['git:*', 'git -c core.pager=sh log'],
    ['find:*', 'find . -name x -exec sh x +'],
    ['tar:*', 'tar -cf a b --checkpoint=1 --checkpoint-action=exec=x'],
    ['ssh:*', 'ssh -o ProxyCommand=x host'],
    ['sed:*', 'sed -n 1e file'],
    ['npm run:*', 'npm run test --script-shell=./x'],
    ['env:*', 'env sh x'],
  ])('%s promises nothing about later words: %j', (pattern, given) => {
    expect(allows(pattern, given)).toBe(true)
  })

  it('is met only by what Bash carries out as one command of exactly these words', () => {
    fc.assert(
      fc.property(fc.array(command, { minLength: 60, maxLength: 60 }), (all) => {
        const accepted = all.filter((one) => allows('git status:*', one))
        const answers = execFileSync(bash, ['--norc', '-c', observer], {
          ...{ cwd: folder, env: { PATH: '/nonexistent' } },
          input: accepted.map((one) => `${one}\0`).join(''),
          encoding: 'utf8',
        }).split('\u0003')
        const expected = accepted.map(
          (one) => `${(plainCommand(one) ?? []).join('\u0001')}\u0001\u0002`,
        )
        expect(answers).toEqual([...expected, ''])
        expect(accepted.map((one) => plainCommand(one)?.slice(0, 2))).toEqual(
          accepted.map(() => ['git', 'status']),
        )
      }),
      { numRuns: 20 },
    )
  })
})
