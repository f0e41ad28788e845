import { Command, CommanderError } from 'commander'
import { type CommandContext, createCommandContext } from './command/command-context.ts'
import { CommandError, exitCodes } from './command/exit-codes.ts'
import { rejectUnknownCommands } from './command/unknown-command.ts'
import { readVersion } from './command/version.ts'
import { sanitizeText } from './terminal/sanitize-text.ts'

type Load = (process: NodeJS.Process, context: CommandContext) => Promise<Command>

/** A command that needs nothing of the process itself. */
function lazy<Name extends string>(
  load: () => Promise<Record<NoInfer<Name>, (context: CommandContext) => Command>>,
  name: Name,
): Load {
  return async (_, context) => (await load())[name](context)
}

/** In the order of the help. Each is imported only when needed, which makes the start faster. */
const commands: Readonly<Record<string, Load>> = {
  start: async (process) => (await import('./start/start-command.ts')).startCommand(process),
  worker: async (process) => (await import('./start/worker-command.ts')).workerCommand(process),
  backup: async (process) => (await import('./data/backup-command.ts')).backupCommand(process),
  'copy-to-postgres': async (process) =>
    (await import('./data/copy-to-postgres-command.ts')).copyToPostgresCommand(process),
  login: lazy(() => import('./login/login-command.ts'), 'loginCommand'),
  logout: lazy(() => import('./account/logout-command.ts'), 'logoutCommand'),
  whoami: lazy(() => import('./account/whoami-command.ts'), 'whoamiCommand'),
  status: lazy(() => import('./account/status-command.ts'), 'statusCommand'),
  list: lazy(() => import('./library/list-command.ts'), 'listCommand'),
  show: lazy(() => import('./library/show-command.ts'), 'showCommand'),
  enable: lazy(() => import('./library/enable-commands.ts'), 'enableCommand'),
  disable: lazy(() => import('./library/enable-commands.ts'), 'disableCommand'),
  ask: lazy(() => import('./conversations/ask-command.ts'), 'askCommand'),
  approve: lazy(() => import('./approvals/approve-command.ts'), 'approveCommand'),
  deny: lazy(() => import('./approvals/approve-command.ts'), 'denyCommand'),
  runs: lazy(() => import('./conversations/runs-command.ts'), 'runsCommand'),
  traces: lazy(() => import('./conversations/traces-command.ts'), 'tracesCommand'),
  trace: lazy(() => import('./conversations/runs-command.ts'), 'traceCommand'),
  stats: lazy(() => import('./stats/stats-command.ts'), 'statsCommand'),
  conflicts: lazy(() => import('./stats/conflicts-command.ts'), 'conflictsCommand'),
  synonyms: lazy(() => import('./search/synonyms-command.ts'), 'synonymsCommand'),
  retests: lazy(() => import('./stats/retests-command.ts'), 'retestsCommand'),
  reindex: lazy(() => import('./stats/reindex-command.ts'), 'reindexCommand'),
  agents: lazy(() => import('./conversations/agents-command.ts'), 'agentsCommand'),
  conversations: lazy(
    () => import('./conversations/conversations-command.ts'),
    'conversationsCommand',
  ),
  import: lazy(() => import('./import/import-command.ts'), 'importCommand'),
  push: lazy(() => import('./push/push-command.ts'), 'pushCommand'),
  export: lazy(() => import('./export/export-command.ts'), 'exportCommand'),
  'sync-to': lazy(() => import('./sync-to/sync-to-command.ts'), 'syncToCommand'),
  lint: lazy(() => import('./lint/lint-command.ts'), 'lintCommand'),
  check: lazy(() => import('./check/check-command.ts'), 'checkCommand'),
  search: lazy(() => import('./search/search-command.ts'), 'searchCommand'),
  searches: lazy(() => import('./search/searches-command.ts'), 'searchesCommand'),
  eval: lazy(() => import('./eval/eval-command.ts'), 'evalCommand'),
  reference: lazy(() => import('./reference/reference-command.ts'), 'referenceCommand'),
  integrations: lazy(() => import('./integrations/integrations-command.ts'), 'integrationsCommand'),
  sources: lazy(() => import('./sources/sources-command.ts'), 'sourcesCommand'),
  suppressions: lazy(() => import('./suppressions/suppressions-command.ts'), 'suppressionsCommand'),
  revocations: lazy(() => import('./revocations/revocations-command.ts'), 'revocationsCommand'),
  advisories: lazy(() => import('./advisories/advisories-command.ts'), 'advisoriesCommand'),
  scanner: lazy(() => import('./scanner/scanner-command.ts'), 'scannerCommand'),
  settings: lazy(() => import('./settings/settings-command.ts'), 'settingsCommand'),
  connectors: lazy(() => import('./connectors/connectors-command.ts'), 'connectorsCommand'),
  models: lazy(() => import('./models/models-command.ts'), 'modelsCommand'),
  lock: lazy(() => import('./lock/lock-command.ts'), 'lockCommand'),
  skills: lazy(() => import('./sources/skills-command.ts'), 'skillsCommand'),
  outdated: lazy(() => import('./updates/outdated-command.ts'), 'outdatedCommand'),
  update: lazy(() => import('./updates/update-command.ts'), 'updateCommand'),
  inbox: lazy(() => import('./inbox/inbox-command.ts'), 'inboxCommand'),
  collections: lazy(() => import('./collections/collections-command.ts'), 'collectionsCommand'),
  organisations: lazy(
    () => import('./organisations/organisations-command.ts'),
    'organisationsCommand',
  ),
  triggers: lazy(() => import('./triggers/triggers-command.ts'), 'triggersCommand'),
  mcp: async (process, context) =>
    (await import('./mcp/mcp-command.ts')).mcpCommand(process, context),
  audit: lazy(() => import('./audit/audit-command.ts'), 'auditCommand'),
  doctor: lazy(() => import('./doctor/doctor-command.ts'), 'doctorCommand'),
  init: lazy(() => import('./init/init-command.ts'), 'initCommand'),
  completion: async (process, context) =>
    (await import('./completion/completion-command.ts')).completionCommand(context, () =>
      Promise.all(Object.values(commands).map((load) => load(process, context))),
    ),
  sandbox: async (process) => (await import('./start/sandbox-command.ts')).sandboxCommand(process),
}

/** Old names of commands, accepted for one release. */
const aliases: Readonly<Record<string, string>> = {
  ...{ signals: 'triggers', arrivals: 'inbox', proposals: 'inbox' },
}

/** Runs the `repertoire` command on a process's arguments and sets its exit code. */
export async function runProgram(process: NodeJS.Process): Promise<void> {
  const context = createCommandContext(process)
  const program = new Command('repertoire')
    .description('Skills for any LLM agent: start the server, import skills, check and find them.')
    .version(`repertoire ${readVersion()}`, '-V, --version', 'print the version')
    .configureHelp({ showGlobalOptions: true })
  for (const load of selectCommands(process.argv[2])) {
    program.addCommand(await load(process, context))
  }
  attach(program, process)
  try {
    await program.parseAsync(process.argv)
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has printed its message; a request for help is no error.
      process.exitCode = error.exitCode === 0 ? exitCodes.ok : exitCodes.unable
    } else if (error instanceof CommandError) {
      context.terminal.note(sanitizeText(error.message))
      if (error.hint) context.terminal.note(sanitizeText(error.hint))
      process.exitCode = error.code
    } else if (isRefusedBySystem(error)) {
      context.terminal.note(sanitizeText(`This machine did not allow it: ${error.message}`))
      process.exitCode = exitCodes.unable
    } else {
      throw error
    }
  }
}

/** A file that may not be written, a full disk: nothing that a stack trace would explain. */
function isRefusedBySystem(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && 'path' in error
}

/** Lets a command and those below it write to this process, and throw instead of ending it. */
function attach(command: Command, output: Pick<NodeJS.Process, 'stdout' | 'stderr'>): void {
  const { stdout, stderr } = output
  command.exitOverride().configureOutput({
    writeOut: (text) => {
      stdout.write(text)
    },
    writeErr: (text) => {
      stderr.write(text)
    },
    getOutHelpWidth: () => stdout.columns || 80,
    getErrHelpWidth: () => stderr.columns || 80,
  })
  rejectUnknownCommands(command)
  for (const child of command.commands) {
    if (command.parent)
      child.addHelpText('after', `\nExamples: repertoire ${command.name()} --help`)
    attach(child, output)
  }
}

/** The requested command, none for the version, or all of them for help and for unknown names. */
function selectCommands(given = ''): readonly Load[] {
  if (given === '--version' || given === '-V') return []
  const name = Object.hasOwn(aliases, given) ? (aliases[given] ?? '') : given
  const wanted = Object.hasOwn(commands, name) ? commands[name] : undefined
  return wanted ? [wanted] : Object.values(commands)
}
