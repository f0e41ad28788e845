import {
  type EventPage,
  type OtlpTrace,
  RepertoireError,
  type TraceBody,
  type WireEvent,
} from '@repertoire/client'
import { type Command, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError, exitCodes } from '../command/exit-codes.ts'
import { notFound } from '../command/not-found.ts'
import { from1To100 } from '../command/number-options.ts'
import type { Server } from '../connection/api.ts'
import { ServerCommand } from '../connection/server-command.ts'
import { sanitizeJson, sanitizeText } from '../terminal/sanitize-text.ts'
import { modelCallLineOf } from './model-call-line.ts'
import { toolLineOf } from './tool-lines.ts'

interface RunsOptions {
  limit: number
}

/** `repertoire runs`. */
export function runsCommand(context: CommandContext): Command {
  return new ServerCommand('runs', context)
    .description('list the latest runs of agents')
    .option('--limit <number>', 'maximal number (1 to 100)', from1To100, 20)
    .json('print one JSON object per run and line')
    .runOnServer(async ({ client, send, terminal, printPaged }, { limit }: RunsOptions) => {
      const { items } = await send(client.traces.list({ limit }))
      const lines = items.map(({ run_id, status, started_at, conversation_id, message }) => {
        const about = sanitizeText(message)
        return `${run_id}  ${status.padEnd(9)}  ${started_at}  ${conversation_id}  ${about}`
      })
      await printPaged(items, lines)
      if (items.length === 0) terminal.note('No runs.')
    })
}

interface TraceOptions {
  format?: 'json' | 'otlp'
  contents: boolean
}

/** `repertoire trace`. */
export function traceCommand(context: CommandContext): Command {
  return new ServerCommand('trace', context)
    .description('show or export what happened in a run or a conversation')
    .argument('<id>', 'id of a run, a conversation or a trace')
    .json('print one JSON object per event and line')
    .addOption(new Option('--format <format>', 'export the whole trace').choices(['json', 'otlp']))
    .option('--contents', 'with OTLP: also messages, arguments and results', false)
    .runOnServer(async (server, id: string, options: TraceOptions) => {
      const { terminal, printPaged } = server
      if (options.format) return terminal.out(sanitizeJson(await exported(id, options, server)))
      const events = await eventsOf(id, server)
      await printPaged(events, events.flatMap(linesOf))
    })
}

async function exported(
  id: string,
  { format, contents }: TraceOptions,
  server: Server,
): Promise<TraceBody | OtlpTrace> {
  if (id.startsWith('cnv_')) {
    throw new CommandError(
      'A conversation has a trace for each of its turns.',
      'Name a run or a trace. See `repertoire runs`.',
      exitCodes.unable,
    )
  }
  const trace = await traceOf(id, server)
  if (format === 'json') return trace
  return server.send(server.client.traces.otlp(trace.trace_id, { contents }))
}

async function eventsOf(id: string, server: Server): Promise<readonly WireEvent[]> {
  const { client, send } = server
  if (!id.startsWith('cnv_')) return eventsOfTrace(await traceOf(id, server))
  const events: WireEvent[] = []
  let after: number | null = 0
  while (after !== null) {
    const page: EventPage = await send(client.conversations.eventPage(id, { after, limit: 200 }))
    events.push(...page.events)
    after = page.next_after
  }
  return events
}

/** A run is found among the latest ones. */
async function traceOf(id: string, { client, send }: Server): Promise<TraceBody> {
  const found = await send(
    client.traces.get(id).catch((error: unknown) => {
      if (error instanceof RepertoireError && error.status === 404) return null
      throw error
    }),
  )
  if (found) return found
  const { items } = await send(client.traces.list({ limit: 100 }))
  const run = items.find(({ run_id }) => run_id === id)
  if (run) return send(client.traces.get(run.trace_id))
  throw notFound('run, trace or conversation', id, 'See `repertoire runs`.')
}

function eventsOfTrace({ items }: TraceBody): readonly WireEvent[] {
  return items.flatMap((item) => (item.kind === 'event' ? [item.event as WireEvent] : []))
}

function linesOf(wire: WireEvent): readonly string[] {
  const line = lineOf(wire)
  if (line === null) return []
  const at = 'at' in wire.data ? wire.data.at : ''
  return [`${String(wire.id).padStart(5)}  ${at.padEnd(24)}  ${line}`]
}

function lineOf(wire: WireEvent): string | null {
  const { event, data } = wire
  if (event === 'message_received') return `> ${sanitizeText(data.text)}`
  if (event === 'run_completed') return `< ${sanitizeText(data.text)}`
  if (event === 'run_failed') return `failed: ${sanitizeText(data.problem.message)}`
  if (event === 'text_delta') return null
  return modelCallLineOf(wire) ?? toolLineOf(wire) ?? event.replaceAll('_', ' ')
}
