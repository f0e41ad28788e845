import { expect, it } from 'vitest'
import { runCommand } from '../testing/run-command.ts'

it.each([
  ['approve', []],
  ['reject', []],
  ['restore', []],
  ['withdraw', []],
  ['lift', ['--reason', 'Read it.']],
])(
  'inbox %s says what a digest looks like and what prints it, and sends nothing',
  async (name, more) => {
    const nowhere = ['--url', 'http://127.0.0.1:1', '--key', 'rep_key']
    for (const digest of ['abc', 'a'.repeat(64), `sha256:${'a'.repeat(63)}`]) {
      const given = ['inbox', name, 'arr_1', '--digest', digest, ...more]
      const { code, stderr } = await runCommand([...given, ...nowhere])
      const form = 'A digest is sha256: and 64 hexadecimal digits'
      expect([code, stderr]).toEqual([2, `${form}; \`repertoire inbox show arr_1\` prints it.\n`])
    }
  },
)
