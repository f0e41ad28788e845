import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTempFolder } from '../testing/run-command.ts'
import { processTerminal } from './terminal.ts'

function terminalOf(stdout: object, env: Record<string, string>) {
  const written: string[] = []
  const write = (text: string) => written.push(text)
  const double = {
    stdout: Object.assign(new EventEmitter(), { write, ...stdout }),
    stderr: { write },
    env,
  }
  return { terminal: processTerminal(double as unknown as NodeJS.Process), written }
}

it('pages long output through $PAGER on a terminal, and nowhere else', async () => {
  const temp = createTempFolder()
  const code = `process.stdin.pipe(require('fs').createWriteStream(${JSON.stringify(join(temp.folder, 'out'))}))`
  const env = { PAGER: `${process.execPath} ${temp.write('pager.cjs', code)}` }
  const long = ['1', '2', '3', '4']
  const screen = terminalOf({ isTTY: true, rows: 3 }, env)
  await screen.terminal.page(long)
  expect(screen.written).toEqual([])
  expect(readFileSync(join(temp.folder, 'out'), 'utf8')).toBe('1\n2\n3\n4\n')
  for (const [stdout, variables] of [
    [{ isTTY: false, rows: 3 }, env],
    [{ isTTY: true, rows: 9 }, env],
    [{ isTTY: true, rows: 3 }, {}],
    [{ isTTY: true, rows: 3 }, { PAGER: '/nowhere/pager' }],
  ] as const) {
    const other = terminalOf(stdout, variables)
    await other.terminal.page(long)
    expect(other.written.join('')).toBe('1\n2\n3\n4\n')
  }
  temp.remove()
})

it('prints colours, and no other command that a text of somebody else has for a terminal', async () => {
  const { terminal, written } = terminalOf({}, {})
  const evil = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u001b[1A\rgone\u007f'
  const red = '\u001b[31mred\u001b[39m\tand\nmore'
  for (const print of [terminal.out, terminal.note, terminal.write]) print(evil + red)
  await terminal.page([evil + red])
  const text = written.join('')
  expect(text.split(red)).toHaveLength(5)
  expect(text.replaceAll(red, '').replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
  expect(text).toContain('\\u{1b}]0;owned\\u{7}\\u{1b}[2J\\u{9b}31m')
})
