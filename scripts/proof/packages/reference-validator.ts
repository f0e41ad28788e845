import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPythonEnvironment } from '../python-environment.ts'

const openFormatKeys = [
  ...['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'],
]

interface Pair {
  /** The folder as its author published it. */
  readonly before: string
  /** Unpacked from our export. */
  readonly after: string
  /** Unpacked from our export in the standard form. */
  readonly standardised: string
}

interface Reading {
  readonly errors: readonly string[]
  readonly properties: Record<string, unknown> | null
  readonly prompt: string
}

/** The reference implementation of the open format accepts our exports exactly as it accepts the originals. */
export async function proveReferenceValidator(
  pairs: readonly Pair[],
  folder: string,
): Promise<void> {
  const python = await createPythonEnvironment(join(folder, 'python'), ['skills-ref==0.1.0'])
  if ('missing' in python) {
    process.stdout.write(`skipped: the reference validator skills-ref (${python.missing})\n`)
    return
  }
  const script = join(import.meta.dirname, 'reference-validator.py')
  const printed = execFileSync(join(python.programs, 'python'), [script], {
    input: JSON.stringify(pairs),
    maxBuffer: 256 * 1024 * 1024,
  })
  const readings = JSON.parse(printed.toString()) as [Reading, Reading, Reading][]
  assert.equal(readings.length, pairs.length)
  const open = readings.filter((_, at) => isOpenFormat(pairs[at] as Pair))
  const refused = open.filter(([, , standard]) => standard.errors.length > 0)
  const accepted = readings.filter(([before]) => before.errors.length === 0)
  const lost = accepted.filter(([, after]) => after.errors.length > 0)
  const gained = readings.filter(
    ([one, other]) => one.errors.length > 0 && other.errors.length === 0,
  )
  const read = readings.filter(([before]) => before.properties !== null)
  const same = read.filter(([before, after]) => JSON.stringify(before) === JSON.stringify(after))
  const changed = readings.filter(
    ([one, other]) =>
      JSON.stringify(one.properties) !== JSON.stringify(other.properties) ||
      one.prompt !== other.prompt,
  )
  process.stdout.write(
    [
      `skills-ref 0.1.0 accepts ${accepted.length} of ${readings.length} as published and ` +
        `${accepted.length - lost.length} of these ${accepted.length} as exported` +
        (gained.length > 0
          ? `, and ${gained.length} more, because our folder has the skill's name`
          : ''),
      `it reads the properties of ${read.length}; properties and prompt differ after export in ` +
        `${changed.length}, and ${same.length} get the same remarks as well`,
      `it accepts ${open.length - refused.length} of ${open.length} in the standard form that have no keys of other agents`,
      '',
    ].join('\n'),
  )
  const names = (list: [Reading, Reading, Reading][]) =>
    list.map(([, after]) => after.errors.join('; '))
  assert.deepEqual(names(lost), [], 'what is accepted as published is accepted as exported')
  assert.deepEqual(
    refused.map(([, , standard]) => standard.errors.join('; ')),
    [],
    'every export of the standard form with keys of the open format alone is accepted',
  )
  assert.equal(changed.length, 0, 'properties and prompts are equal before and after')
}

/** The reference library refuses every key outside the open format, also those that agents read. */
function isOpenFormat({ standardised }: Pair): boolean {
  const frontmatter = readFileSync(join(standardised, 'SKILL.md'), 'utf8').split(/^---\r?$/m)[1]
  const keys = (frontmatter ?? '').match(/^[^\s#-][^:\n]*(?=:)/gm) ?? []
  return keys.every((key) => openFormatKeys.includes(key.trim()))
}
