import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { loadSkillMd, validateSkillMd } from '@repertoire/skill-md'
import { parse } from 'yaml'
import { printTable, type Table } from './table.ts'

interface SkillFile {
  bytes: Uint8Array
  folderName: string
  frontmatter: string
}

const data = join(import.meta.dirname, '../../shared/data/skills')
const rounds = 25
const megabytes = 10 * 1024 * 1024

/** Files per second over the real skills, compared to plain YAML parsing; processor time for hostile files. */
export async function benchSkillMd(): Promise<readonly Table[]> {
  const hostile: Table = {
    title: 'skill-md: one hostile file, loaded and validated',
    note: 'Processor milliseconds, first time in the process; target < 100.',
    columns: ['file', 'outcome', 'ms'],
    rows: hostileRows(),
  }
  if (!existsSync(data)) return [hostile]
  const real: Table = {
    title: 'skill-md: real files on one core',
    note: `Bytes in, document and diagnostics out; best of ${rounds} rounds; target 5 000 files/s validated.`,
    columns: ['what', 'files', 'files/s', 'µs/file'],
    rows: rateRows(readSkills()),
  }
  return [real, hostile]
}

function readSkills(): SkillFile[] {
  return globSync('**/{SKILL,skill}.md', { cwd: data }).map((path) => {
    const bytes = readFileSync(join(data, path))
    const frontmatter = /^---\r?\n(.*?)^---/ms.exec(bytes.toString('utf8'))?.[1] ?? ''
    return { bytes, folderName: basename(dirname(path)), frontmatter }
  })
}

function rateRows(files: readonly SkillFile[]): (string | number)[][] {
  const measured: [string, (file: SkillFile) => unknown][] = [
    ['load', ({ bytes, folderName }) => loadSkillMd(bytes, { folderName })],
    [
      'load + validate (spec)',
      ({ bytes, folderName }) => [
        loadSkillMd(bytes, { folderName }),
        validateSkillMd(bytes, 'spec', { folderName }),
      ],
    ],
    ['yaml 2.9.1 parse, frontmatter text only', ({ frontmatter }) => parse(frontmatter)],
  ]
  return measured.map(([what, run]) => {
    const perFile = microsecondsPerFile(files, run)
    return [what, files.length, Math.round(1e6 / perFile), Number(perFile.toFixed(1))]
  })
}

/** Best of several rounds after one warm-up: the machine is shared. */
function microsecondsPerFile(
  files: readonly SkillFile[],
  run: (file: SkillFile) => unknown,
): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round <= rounds; round++) {
    const start = performance.now()
    for (const file of files) run(file)
    const perFile = ((performance.now() - start) * 1000) / files.length
    if (round > 0) best = Math.min(best, perFile)
  }
  return best
}

function fenced(yaml: string): string {
  return `---\n${yaml}\n---\nbody\n`
}

function hostileFiles(): [string, string][] {
  const keys = Array.from({ length: 1e6 }, (_, index) => `k${index}: v`).join('\n')
  const laughs = Array.from({ length: 25 }, (_, index) => {
    const inner = Array(9).fill(index === 0 ? 'ha' : `*a${index - 1}`)
    return `a${index}: &a${index} [${inner.join(',')}]`
  })
  return [
    ['10 MB of --- lines', '---\n'.repeat(megabytes / 4)],
    ['10 MB of ---x lines', `---\n${'---x\n'.repeat(megabytes / 5)}`],
    ['10 MB on one line', 'a'.repeat(megabytes)],
    ['10 MB of blank lines', '\n'.repeat(megabytes)],
    ['10 MB of brackets', fenced(`a: ${'['.repeat(megabytes)}`)],
    ['1e6 keys', fenced(keys)],
    ['1e6 keys, never closed', `---\nname: x\n${keys}`],
    ['billion laughs', fenced(laughs.join('\n'))],
    ['16 KB of brackets', fenced(`a: ${'['.repeat(16_000)}`)],
    ['16 KB of commas', fenced(`a: [${','.repeat(16_000)}]`)],
    ['190 broken keys', fenced(Array.from({ length: 190 }, (_, i) => `k${i}: a: b`).join('\n'))],
    ['190 bad quotes', fenced(Array.from({ length: 190 }, (_, i) => `k${i}: "a" b`).join('\n'))],
    [
      '190 bad lists',
      fenced(Array.from({ length: 190 }, (_, i) => `k${i}:\n  - a\n  b: c`).join('\n')),
    ],
  ]
}

function hostileRows(): (string | number)[][] {
  return hostileFiles().map(([what, source]) => {
    const start = process.cpuUsage()
    const result = loadSkillMd(source)
    validateSkillMd(source, 'spec')
    const spent = process.cpuUsage(start).user / 1000
    const outcome = result.ok ? 'read' : (result.diagnostics.at(-1)?.code ?? 'refused')
    return [what, outcome, Number(spent.toFixed(1))]
  })
}

if (import.meta.main) {
  for (const table of await benchSkillMd()) printTable(table)
}
