import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runCommand } from './testing/run-command.ts'

const page = join(import.meta.dirname, '../../../docs/reference/commands.md')

/** The names in the list of commands of the help. */
async function commandsOf(...group: string[]): Promise<string[]> {
  const { stdout } = await runCommand([...group, '--help'])
  const [, listed = ''] = /\nCommands:\n([\s\S]*?)(?:\n\n|$)/.exec(stdout) ?? []
  const names = [...listed.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name)
  return names.filter((name) => name !== 'help')
}

it('the reference page lists exactly the existing commands', async () => {
  const there: string[] = []
  for (const name of await commandsOf()) {
    const within = await commandsOf(name)
    there.push(...(within.length > 0 ? within.map((one) => `${name} ${one}`) : [name]))
  }
  expect(
    rowsOfPage()
      .map((row) => row.join(' '))
      .sort(),
  ).toEqual(there.sort())
}, 180_000)

it('every command of a group says where its examples are, and there they are', async () => {
  const lastOfEachGroup = new Map(
    rowsOfPage().flatMap(([group = '', name]) => (name ? [[group, name] as const] : [])),
  )
  for (const [group, name] of lastOfEachGroup) {
    const { stdout } = await runCommand([group, name, '--help'])
    expect(stdout).toContain(`Examples: repertoire ${group} --help`)
    expect((await runCommand([group, '--help'])).stdout).toContain(`\nExamples:\n  $ repertoire `)
  }
}, 180_000)

function rowsOfPage(): string[][] {
  const rows = readFileSync(page, 'utf8').matchAll(/^\| `repertoire ([a-z -]+)` \|/gm)
  return [...rows].map(([, name = '']) => name.split(' '))
}
