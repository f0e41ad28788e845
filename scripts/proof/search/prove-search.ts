/**
 * Search over HTTP, 244 real skills among 5,000 distractors: names and their misspellings first, what people type,
 * the same results after `kill -9`, in another process and on the other database, and stuffed skills that do not pass honest
 * ones.
 */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Api, connect } from '../api.ts'
import { zipOf } from '../engines/script-job.ts'
import { databases } from '../library/databases.ts'
import { packageApi } from '../packages/package-api.ts'
import { readSkillFolders, type SkillFolder } from '../packages/skill-folders.ts'
import { realSkills } from '../paths.ts'
import { freePort, type ServerProcess, startServer } from '../server-process.ts'
import { distractor } from './distractors.ts'
import { judgedQueries } from './judged-queries.ts'

const key = 'rep_proof_0123456789abcdef0123456789abcdef'
const usualDistractors = 5_000
const perRequest = 50
const trials = 40

interface Hit {
  readonly slug: string
  readonly match: { readonly score: number }
}

export async function proveSearch([count]: readonly string[] = []): Promise<void> {
  if (!existsSync(realSkills)) {
    process.stdout.write('skipped: search among 244 real skills (no ../shared/data)\n')
    return
  }
  const folders = readSkillFolders()
  const distractors = count === undefined ? usualDistractors : Number(count)
  const answers: string[] = []
  for (const database of databases()) {
    process.stdout.write(`${database.name}\n`)
    const dataDir = mkdtempSync(join(tmpdir(), 'repertoire-search-'))
    const options = { dataDir, port: await freePort(), key, env: await database.create() }
    let server = await startServer(options)
    try {
      const skills = await importSkills(server, folders)
      await importDistractors(server, { folders, distractors })
      const before = await answersOf(connect(server.url, key), skills)
      await server.kill('SIGKILL')
      server = await startServer(options)
      const api = connect(server.url, key)
      assert.equal(await answersOf(api, skills), before, 'the same results after kill -9')
      report(
        `${skills.length} skills and ${distractors} distractors: the same results after kill -9`,
      )
      answers.push(before)
      if (answers.length > 1) continue
      await proveNames(api, skills)
      await proveJudgedQueries(api)
      await proveStuffing(server)
    } finally {
      await server.kill('SIGKILL')
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
  assert.equal(new Set(answers).size, 1, 'each database gives the same results')
  if (answers.length > 1)
    report('both databases and all processes give the same results, byte for byte')
}

async function importSkills({ url }: ServerProcess, folders: readonly SkillFolder[]) {
  const packages = packageApi(url, key)
  const names: string[] = []
  for (const { name, files } of folders) {
    const text = files.find(({ path }) => path === 'SKILL.md')?.bytes.toString() ?? ''
    const imported = await packages
      .importPackage(zipOf({ 'SKILL.md': text }), `${name}.zip`)
      .catch((error: unknown) => String(error))
    if (imported.startsWith('skl_')) names.push(name)
  }
  return names
}

async function importDistractors(
  { url }: ServerProcess,
  {
    folders,
    distractors,
  }: { readonly folders: readonly SkillFolder[]; readonly distractors: number },
): Promise<void> {
  const api = connect(url, key)
  let imported = 0
  for (let start = 0; start < distractors; start += perRequest) {
    const length = Math.min(perRequest, distractors - start)
    const items = Array.from({ length }, (_, offset) => {
      const content = Buffer.from(distractor(folders, start + offset)).toString('base64')
      const files = [{ path: 'SKILL.md', content_base64: content }]
      return { path: `distractor-${start + offset}`, files }
    })
    const { results } = await api.send<{ results: { status: string }[] }>('POST', '/imports', {
      items,
    })
    imported += results.filter(({ status }) => status === 'created').length
  }
  assert.ok(imported >= 0.95 * distractors, `${imported} of ${distractors} distractors came in`)
}

async function search(api: Api, query: string): Promise<readonly Hit[]> {
  const { items } = await api.get<{ items: Hit[] }>(
    `/skills?q=${encodeURIComponent(query)}&limit=20`,
  )
  return items
}

/** The results of all queries as bytes: slugs and scores. */
async function answersOf(api: Api, names: readonly string[]): Promise<string> {
  const queries = [
    ...judgedQueries.map(({ query }) => query),
    ...names.filter((_, at) => at % 5 === 0),
  ]
  const lines: string[] = []
  for (const query of queries) {
    const hits = await search(api, query)
    lines.push(JSON.stringify([query, hits.map(({ slug, match }) => [slug, match.score])]))
  }
  return lines.join('\n')
}

/** A typed name has its skill first, and one with a slip has it among the first. */
async function proveNames(api: Api, names: readonly string[]): Promise<void> {
  let [right, nearly, mistyped] = [0, 0, 0]
  for (const name of names) {
    const words = name.split('-')
    const [hit] = await search(api, words.join(' '))
    if (hit?.slug === name) right += 1
    const longest = words.reduce((a, b) => (b.length > a.length ? b : a))
    if (longest.length < 6) continue
    mistyped += 1
    const slip = longest.slice(0, 2) + longest[3] + longest[2] + longest.slice(4)
    const hits = await search(api, words.map((word) => (word === longest ? slip : word)).join(' '))
    if (hits.slice(0, 5).some(({ slug }) => slug === name)) nearly += 1
  }
  assert.ok(
    right >= 0.95 * names.length,
    `${right} of ${names.length} names find their skill first`,
  )
  assert.ok(nearly >= 0.85 * mistyped, `${nearly} of ${mistyped} mistyped names`)
  report(
    `${right} of ${names.length} names find their skill first, ${nearly} of ${mistyped} mistyped ones among five`,
  )
}

/**
 * Names and tools have their skill first. A sentence shares its words by chance with some of thousands of distractors: most,
 * not all, have a right skill among the first three.
 */
async function proveJudgedQueries(api: Api): Promise<void> {
  const missed: string[] = []
  for (const { query, expected, within } of judgedQueries) {
    const slugs = (await search(api, query)).map(({ slug }) => slug)
    if (slugs.slice(0, within).some((slug) => expected.includes(slug))) continue
    assert.notEqual(within, 1, `${query}: ${slugs.slice(0, 5).join(', ')}`)
    missed.push(query)
  }
  const sentences = judgedQueries.filter(({ within }) => within > 1).length
  assert.ok(missed.length <= sentences / 2, missed.join('\n'))
  report(
    `${judgedQueries.length - missed.length} of ${judgedQueries.length} things that people type have a right skill where they look` +
      (missed.length === 0 ? '' : `; not: ${missed.join(' · ')}`),
  )
}

/** A skill of another trade, whose body repeats an honest one's words, does not pass it. */
async function proveStuffing({ url }: ServerProcess): Promise<void> {
  const packages = packageApi(url, key)
  const api = connect(url, key)
  let honestFirst = 0
  for (let trial = 0; trial < trials; trial += 1) {
    const [verb, thing, place] = [`zor${trial}n`, `quil${trial}m`, `vast${trial}k`].map(lettersOf)
    const goal = `${verb} the ${thing} of every ${place}`
    const honest = `---\nname: honest-${trial}\ndescription: Helps to ${goal}.\n---\nLook at the ${thing} first, then ${verb} it.\n`
    const stuffing = `${verb} ${thing} ${place} `.repeat(300)
    const stuffed = `---\nname: stuffed-${trial}\ndescription: Sends newsletters.\n---\n${stuffing}\n`
    await packages.importPackage(Buffer.from(honest), `honest-${trial}.md`)
    await packages.importPackage(Buffer.from(stuffed), `stuffed-${trial}.md`)
    const [hit] = await search(api, `please ${goal} that we have here today`)
    if (hit?.slug === `honest-${trial}`) honestFirst += 1
  }
  assert.ok(honestFirst >= 0.95 * trials, `${honestFirst} of ${trials}`)
  report(
    `${honestFirst} of ${trials} honest skills stand before one that is stuffed with their words`,
  )
}

/** Digits as letters: a word with digits is never stemmed. */
function lettersOf(word: string): string {
  return word.replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')
}

function report(line: string): void {
  process.stdout.write(`  ${line}\n`)
}
