import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ChainCheck, verifyAuditLines } from '@repertoire/client/audit-verification'
import { Command, InvalidArgumentError } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError, exitCodes } from '../command/exit-codes.ts'
import { openServer } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'

const examples = `
Examples:
  $ repertoire audit verify                          the log on the server; prints the hash of its last entry
  $ repertoire audit verify --head 3f6c…             also whether that entry is still there
  $ repertoire audit verify --file audit.jsonl       an export, without a server
  $ repertoire audit export -o audit.jsonl
  $ repertoire audit export --from 2026-01-01 --to 2026-02-01 | jq .action

Keep the printed hash where the administrators of the database cannot write. Needs the permission audit.read.
Exit codes: 0 whole, 1 broken or without that entry, 2 the command failed.`

interface ExportOptions extends ConnectionOptions {
  from?: string
  to?: string
  output?: string
  force: boolean
}

interface VerifyOptions extends ConnectionOptions {
  file?: string
  head?: string
}

/** `repertoire audit`. */
export function auditCommand(context: CommandContext): Command {
  const command = new Command('audit')
    .description('the audit log: verify its chain, export it as JSON lines')
    .addHelpText('after', examples)
  command.addCommand(verifyCommand(context))
  command.addCommand(exportCommand(context))
  return command
}

function verifyCommand(context: CommandContext): Command {
  const command = new Command('verify')
    .description('check that no entry was changed, removed, inserted or moved')
    .option('--file <file>', 'an export instead of the server')
    .option('--head <hash>', 'a hash that was printed before and must be in the chain', parseHash)
    .exitOverride()
  return addConnectionOptions(command).action(async (options: VerifyOptions) => {
    const keptHead = options.head ?? null
    const lines = createInterface({ input: await openLog(options, context), crlfDelay: Infinity })
    const check = await verifyAuditLines(lines, { sha256, keptHead })
    if (!check) throw new CommandError('This is no export of an audit log.')
    context.setExitCode(report(check, context) ? exitCodes.ok : exitCodes.negative)
  })
}

function exportCommand(context: CommandContext): Command {
  const command = new Command('export')
    .description('write the audit log as JSON lines, oldest first')
    .option('--from <time>', 'entries at this time or later, e.g. 2026-01-31', parseTime)
    .option('--to <time>', 'entries before this time', parseTime)
    .option('-o, --output <file>', 'a file instead of the terminal')
    .option('--force', 'overwrite the file', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (options: ExportOptions) => {
    const { from, to, output, force } = options
    const { client, send } = openServer(options, context)
    const stream = Readable.fromWeb((await send(client.audit.export({ from, to }))) as never)
    if (output === undefined) {
      for await (const line of createInterface({ input: stream })) context.terminal.out(line)
    } else {
      await writeTo(resolve(context.cwd, output), stream, force ? 'w' : 'wx')
    }
    context.setExitCode(exitCodes.ok)
  })
}

async function writeTo(file: string, stream: Readable, flags: 'w' | 'wx'): Promise<void> {
  try {
    await pipeline(stream, createWriteStream(file, { flags, mode: 0o600 }))
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    if (isThere) throw new CommandError(`${file} already exists.`, 'Use --force to overwrite it.')
    throw new CommandError(`Cannot write ${file}: ${(error as Error).message}`)
  }
}

async function openLog(options: VerifyOptions, context: CommandContext): Promise<Readable> {
  if (options.file === undefined) {
    const { client, send } = openServer(options, context)
    return Readable.fromWeb((await send(client.audit.export())) as never)
  }
  const stream = createReadStream(resolve(context.cwd, options.file))
  await once(stream, 'open').catch((error: Error) => {
    throw new CommandError(`Cannot read ${options.file}: ${error.message}`)
  })
  return stream
}

/** Whether the log is whole and has the kept hash. */
function report(check: ChainCheck, { terminal }: CommandContext): boolean {
  const { broken, count, last, hasKeptHead, range } = check
  if (broken) {
    const id = broken.id === null ? '' : ` (${sanitizeText(broken.id)})`
    terminal.out(`broken at entry ${broken.seq}${id}: ${breakTexts[broken.kind]}`)
    return false
  }
  const removed = range.isFromOldest && range.before.seq > 0
  const since = removed ? `; the first ${range.before.seq} were removed by retention` : ''
  terminal.out(`whole: ${count} entries, ${range.before.seq + 1} to ${last.seq}${since}`)
  terminal.out(`head  ${last.hash}`)
  if (hasKeptHead !== false) return true
  terminal.out(
    'the given hash is not in this chain: its entry was replaced or removed, or it is of another log',
  )
  return false
}

const breakTexts = {
  changed: 'its content or its place was changed, or an entry before it was replaced',
  removed: 'it is missing',
  inserted: 'it does not belong there',
  'cut-off': 'it and perhaps later ones are missing at the end, or the last one was replaced',
} as const

function parseHash(text: string): string {
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase()
  throw new InvalidArgumentError('a hash has 64 hex digits.')
}

function parseTime(text: string): string {
  const at = Date.parse(text)
  if (Number.isNaN(at)) throw new InvalidArgumentError('a time looks like 2026-01-31T09:00:00Z.')
  return new Date(at).toISOString()
}

function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex')
}
