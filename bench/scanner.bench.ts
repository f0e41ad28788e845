import { execFileSync } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PackageFile } from '@repertoire/skill-md'
import { scanPackage } from '@repertoire/skill-md/scan'
import { adversarialSamples, adversarialSkill, transforms } from '@repertoire/skill-md/scan/testing'
import { printTable, quantile, type Table } from './table.ts'

const realSkills = join(import.meta.dirname, '../../shared/data/skills')
/** The peer, from PyPI: `pip install cisco-ai-skill-scanner`. Its rules without a model or a service. */
const peer = process.env.SKILL_SCANNER ?? 'skill-scanner'

/** Folders with skills of one's own to judge instead, as in `PATH`. */
const ownFolders = (process.env.BENCH_SKILLS ?? '').split(delimiter).filter((path) => path !== '')

type Row = Table['rows'][number]

/** Real skills and adversarial samples in eight transforms, judged by our rules and by those of Cisco's skill-scanner. */
export async function benchScanner(): Promise<readonly Table[]> {
  const folder = mkdtempSync(join(tmpdir(), 'repertoire-bench-scanner-'))
  try {
    const count = writeLures(folder)
    const sets = [...setsOfSkills(), ['lures', folder] as const]
    const rows = sets.flatMap(([what, path]) => [ownRow(what, path), ...peerRow(what, path)])
    return [
      {
        title: 'Scanning skills',
        note: `Held is what waits for a person or is blocked: of real skills by mistake, of the ${count} adversarial samples rightly; a text that could not be read counts too. Times are of one skill, on the clock and of the processor. The peer judges all of a set in one process, with its start.`,
        columns,
        rows,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const columns = [
  ...['scanner', 'set', 'skills', 's', 'ms p50', 'ms p99', 'CPU ms p50', 'CPU ms p99'],
  ...['blocked', 'held', '%'],
]

function setsOfSkills(): readonly (readonly [string, string])[] {
  if (ownFolders.length > 0) return ownFolders.map((path) => [basename(path), path])
  return existsSync(realSkills) ? [['real skills', realSkills]] : []
}

function writeLures(folder: string): number {
  let count = 0
  for (const lure of adversarialSamples) {
    for (const [name, disguise] of Object.entries(transforms)) {
      if (!lure.isProse && name !== 'plain') continue
      for (const { path, bytes } of adversarialSkill(lure, disguise)) {
        const place = join(folder, `${lure.name}-${name.replaceAll(' ', '-')}`, path)
        mkdirSync(dirname(place), { recursive: true })
        writeFileSync(place, bytes)
      }
      count += 1
    }
  }
  return count
}

function ownRow(what: string, root: string): Row {
  const packages = globSync('**/{SKILL,skill,Skill}.md', { cwd: root }).map((path) =>
    packageIn(join(root, dirname(path))),
  )
  const judged = packages.map(judge)
  const held = judged.filter(({ verdict }) => verdict !== 'clean' && verdict !== 'notice')
  const blocked = held.filter(({ verdict }) => verdict === 'blocked')
  const at = (times: readonly number[]) =>
    [0.5, 0.99].map((part) => (quantile(times, part) / 1_000).toFixed(1))
  const clock = judged.map((one) => one.clock)
  return [
    ...['**Repertoire**', what, packages.length],
    (clock.reduce((sum, one) => sum + one, 0) / 1e6).toFixed(1),
    ...at(clock),
    ...at(judged.map((one) => one.processor)),
    ...[blocked.length, held.length, share(held.length, packages.length)],
  ]
}

/** Times in microseconds. */
function judge(files: readonly PackageFile[]) {
  const begin = performance.now()
  const used = process.cpuUsage()
  const { verdict } = scanPackage(files)
  const { user, system } = process.cpuUsage(used)
  return { verdict, clock: (performance.now() - begin) * 1_000, processor: user + system }
}

/** None where the peer is not installed. */
function peerRow(what: string, root: string): Row[] {
  const report = join(tmpdir(), `repertoire-bench-peer-${process.pid}.json`)
  const began = performance.now()
  try {
    const options = ['scan-all', '-r', '--format', 'json', '--output', report]
    execFileSync(peer, [...options, root], { stdio: 'ignore' })
  } catch {
    if (!existsSync(report)) return []
  }
  const seconds = (performance.now() - began) / 1_000
  const { results } = JSON.parse(readFileSync(report, 'utf8')) as {
    readonly results: readonly { readonly is_safe: boolean; readonly max_severity?: string }[]
  }
  rmSync(report)
  const held = results.filter((one) => !one.is_safe).length
  const critical = results.filter((one) => one.max_severity === 'CRITICAL').length
  return [
    [
      ...['skill-scanner', what, results.length, seconds.toFixed(1), '-', '-', '-', '-'],
      ...[critical, held, share(held, results.length)],
    ],
  ]
}

const share = (part: number, all: number): string => ((100 * part) / all).toFixed(2)

function packageIn(folder: string): PackageFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      return { path: relative(folder, path), bytes: readFileSync(path), executable: false }
    })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const table of await benchScanner()) printTable(table)
}
