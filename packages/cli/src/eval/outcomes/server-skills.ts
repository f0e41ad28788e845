import type { ImportItem, RevisionBody, SkillSummary } from '@repertoire/client'
import { outcomeTestFile, readOutcomeTests } from '@repertoire/skill-md'
import { readSkillZip } from '@repertoire/skill-md/zip'
import type { CommandContext } from '../../command/command-context.ts'
import { CommandError } from '../../command/exit-codes.ts'
import { notFound } from '../../command/not-found.ts'
import { connect, openServer, type Server } from '../../connection/api.ts'
import type { ConnectionOptions } from '../../connection/connection.ts'
import { sanitizeText } from '../../terminal/sanitize-text.ts'
import type { TestRequest } from './outcome-messages.ts'
import { type Comparison, findingLines } from './skills-under-test.ts'

/** Skills of a server as it stores them, compared with a stored revision by its number or digest. */
export async function readServerSkills(
  slugs: readonly string[],
  { baseline, against, ...options }: Comparison & ConnectionOptions,
  context: CommandContext,
): Promise<TestRequest['skills']> {
  const server = openServer(options, context)
  const api = connect(server)
  const skills: TestRequest['skills'][number][] = []
  for (const slug of slugs) {
    const found = await api.find(slug, undefined)
    if (!found) throw notFound('skill', slug, 'See `repertoire list`.')
    const skill = await packageOf(server, found)
    refuseFindings(skill, context)
    const other = against === undefined ? null : await revisionOf(server, found, against)
    skills.push({ skill, baseline, ...(other && { other }) })
  }
  return skills
}

async function packageOf({ client, send }: Server, { id, slug }: SkillSummary) {
  const { bytes } = await send(client.skills.exportPackage(id, 'zip', 'original'))
  const zip = await readSkillZip(bytes)
  if (!zip.ok) throw new CommandError(`${slug} cannot be read: ${zip.problem.message}`)
  const files = zip.files.map(({ path, bytes: content, executable }) => {
    return { path, content_base64: Buffer.from(content).toString('base64'), executable }
  })
  return { path: slug, files }
}

function refuseFindings({ path, files }: ImportItem, { terminal }: CommandContext): void {
  const tests = files.find((file) => file.path === outcomeTestFile)
  if (!tests) throw new CommandError(`${sanitizeText(path)} has no outcome tests.`)
  const text = Buffer.from(tests.content_base64, 'base64').toString('utf8')
  const lines = findingLines(path, readOutcomeTests(text))
  for (const line of lines) terminal.note(line)
  if (lines.length === 0) return
  throw new CommandError('The outcome tests have errors, so nothing was tried.')
}

async function revisionOf(
  { client, send }: Server,
  { id, slug }: SkillSummary,
  wanted: string,
): Promise<ImportItem> {
  const { items } = await send(client.skills.revisions(id))
  const revision = items.find((one) => isNamed(one, wanted))
  if (!revision) {
    const numbers = items.map(({ number }) => number)
    throw new CommandError(
      `${slug} has no revision ${JSON.stringify(sanitizeText(wanted))}.`,
      `Name one of these: ${numbers.slice(0, 20).join(', ')}.`,
    )
  }
  const files: ImportItem['files'] = []
  for (const { path, executable } of revision.files) {
    const bytes = await send(client.skills.file(id, path, { digest: revision.digest }))
    files.push({ path, content_base64: Buffer.from(bytes).toString('base64'), executable })
  }
  return { path: slug, files }
}

/** By its number, its digest, or the beginning of one. */
function isNamed({ number, digest }: RevisionBody, wanted: string): boolean {
  if (String(number) === wanted) return true
  const hex = wanted.replace(/^sha256:/, '')
  return hex.length >= 8 && digest.replace(/^sha256:/, '').startsWith(hex)
}
