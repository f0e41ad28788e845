import { createHash, createPublicKey, verify } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { verifyAuditLines } from '@repertoire/client/audit-verification'
import { Command, InvalidArgumentError } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError, exitCodes } from '../command/exit-codes.ts'
import { openServer } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { ServerCommand } from '../connection/server-command.ts'
import { resultOf, textOf } from './audit-report.ts'

const examples = `
Examples:
  $ repertoire audit verify                          the log on the server; prints the hash of its last entry
  $ repertoire audit verify --head 3f6c…             also whether that entry is still there
  $ repertoire audit verify --file audit.jsonl       an export, without a server
  $ repertoire audit verify --accept-removed 120     the first 120 were removed by an earlier release
  $ repertoire audit export -o audit.jsonl
  $ repertoire audit export --from 2026-01-01 --to 2026-02-01 | jq .action

Keep the printed hash where the administrators of the database cannot write. Needs the permission audit.read.
Exit codes: 0 whole, 1 broken or without that entry, 2 the command failed.`

interface ExportOptions {
  from?: string
  to?: string
  output?: string
  force: boolean
}

interface VerifyOptions extends ConnectionOptions {
  file?: string
  head?: string
  acceptRemoved: number
}

/** `repertoire audit`. */
export function auditCommand(context: CommandContext): Command {
  return new Command('audit')
    .description('the audit log: verify its chain, export it as JSON lines')
    .addHelpText('after', examples)
    .addCommand(verifyCommand(context))
    .addCommand(exportCommand(context))
}

function verifyCommand(context: CommandContext): Command {
  return new ServerCommand('verify', context)
    .description('check that no entry was changed, removed, inserted or moved')
    .option('--file <file>', 'an export instead of the server')
    .option('--head <hash>', 'a hash that was printed before and must be in the chain', parseHash)
    .option(
      '--accept-removed <n>',
      'so many of the oldest entries may have been removed without a signed checkpoint',
      parseCount,
      0,
    )
    .json()
    .run(async ({ print }, options: VerifyOptions) => {
      const known = { keptHead: options.head ?? null, acceptedRemovals: options.acceptRemoved }
      const lines = createInterface({ input: await openLog(options, context), crlfDelay: Infinity })
      const check = await verifyAuditLines(lines, { sha256, verifySignature, ...known })
      if (!check) throw new CommandError('This is no export of an audit log.')
      const result = resultOf(check)
      print(result, textOf(check))
      return result.whole && result.has_head !== false ? exitCodes.ok : exitCodes.negative
    })
}

function exportCommand(context: CommandContext): Command {
  return new ServerCommand('export', context)
    .description('write the audit log as JSON lines, oldest first')
    .option('--from <time>', 'entries at this time or later, e.g. 2026-01-31', parseTime)
    .option('--to <time>', 'entries before this time', parseTime)
    .option('-o, --output <file>', 'a file instead of the terminal')
    .option('--force', 'overwrite the file', false)
    .runOnServer(async ({ client, send, terminal }, options: ExportOptions) => {
      const { from, to, output, force } = options
      const stream = Readable.fromWeb((await send(client.audit.export({ from, to }))) as never)
      if (output === undefined) {
        for await (const line of createInterface({ input: stream })) terminal.out(line)
      } else {
        await writeTo(resolve(context.cwd, output), stream, force ? 'w' : 'wx')
      }
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

function parseHash(text: string): string {
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase()
  throw new InvalidArgumentError('a hash has 64 hex digits.')
}

function parseCount(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('a number of entries.')
}

function parseTime(text: string): string {
  const at = Date.parse(text)
  if (Number.isNaN(at)) throw new InvalidArgumentError('a time looks like 2026-01-31T09:00:00Z.')
  return new Date(at).toISOString()
}

function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex')
}

function verifySignature(
  { text, signature }: { readonly text: string; readonly signature: string },
  publicKey: string,
): boolean {
  try {
    const spki = Buffer.from(publicKey, 'base64url')
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}
