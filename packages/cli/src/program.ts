import { Command, CommanderError } from 'commander'
import { type CommandContext, createCommandContext } from './command/command-context.ts'
import { CommandError, exitCodes } from './command/exit-codes.ts'
import { rejectUnknownCommands } from './command/unknown-command.ts'
import { readVersion } from './command/version.ts'
import { sanitizeText } from './terminal/sanitize-text.ts'

type Load = (process: NodeJS.Process, context: CommandContext) => Promise<Command>

/** In the order of the help. Each is imported only when needed, which makes the start faster. */
const commands: Readonly<Record<string, Load>> = {
  start: async (process) => (await import('./start/start-command.ts')).startCommand(process),
  worker: async (process) => (await import('./start/worker-command.ts')).workerCommand(process),
  backup: async (process) => (await import('./data/backup-command.ts')).backupCommand(process),
  'copy-to-postgres': async (process) =>
    (await import('./data/copy-to-postgres-command.ts')).copyToPostgresCommand(process),
  login: async (_, context) => (await import('./login/login-command.ts')).loginCommand(context),
  logout: async (_, context) =>
    (await import('./account/logout-command.ts')).logoutCommand(context),
  whoami: async (_, context) =>
    (await import('./account/whoami-command.ts')).whoamiCommand(context),
  status: async (_, context) =>
    (await import('./account/status-command.ts')).statusCommand(context),
  list: async (_, context) => (await import('./library/list-command.ts')).listCommand(context),
  show: async (_, context) => (await import('./library/show-command.ts')).showCommand(context),
  enable: async (_, context) =>
    (await import('./library/enable-commands.ts')).enableCommand(context),
  disable: async (_, context) =>
    (await import('./library/enable-commands.ts')).disableCommand(context),
  ask: async (_, context) => (await import('./conversations/ask-command.ts')).askCommand(context),
  approve: async (_, context) =>
    (await import('./approvals/approve-command.ts')).approveCommand(context),
  deny: async (_, context) => (await import('./approvals/approve-command.ts')).denyCommand(context),
  runs: async (_, context) =>
    (await import('./conversations/runs-command.ts')).runsCommand(context),
  traces: async (_, context) =>
    (await import('./conversations/traces-command.ts')).tracesCommand(context),
  trace: async (_, context) =>
    (await import('./conversations/runs-command.ts')).traceCommand(context),
  stats: async (_, context) => (await import('./stats/stats-command.ts')).statsCommand(context),
  conflicts: async (_, context) =>
    (await import('./stats/conflicts-command.ts')).conflictsCommand(context),
  synonyms: async (_, context) =>
    (await import('./search/synonyms-command.ts')).synonymsCommand(context),
  retests: async (_, context) =>
    (await import('./stats/retests-command.ts')).retestsCommand(context),
  reindex: async (_, context) =>
    (await import('./stats/reindex-command.ts')).reindexCommand(context),
  agents: async (_, context) =>
    (await import('./conversations/agents-command.ts')).agentsCommand(context),
  conversations: async (_, context) =>
    (await import('./conversations/conversations-command.ts')).conversationsCommand(context),
  import: async (_, context) => (await import('./import/import-command.ts')).importCommand(context),
  push: async (_, context) => (await import('./push/push-command.ts')).pushCommand(context),
  export: async (_, context) => (await import('./export/export-command.ts')).exportCommand(context),
  'sync-to': async (_, context) =>
    (await import('./sync-to/sync-to-command.ts')).syncToCommand(context),
  lint: async (_, context) => (await import('./lint/lint-command.ts')).lintCommand(context),
  check: async (_, context) => (await import('./check/check-command.ts')).checkCommand(context),
  search: async (_, context) => (await import('./search/search-command.ts')).searchCommand(context),
  searches: async (_, context) =>
    (await import('./search/searches-command.ts')).searchesCommand(context),
  eval: async (_, context) => (await import('./eval/eval-command.ts')).evalCommand(context),
  reference: async (_, context) =>
    (await import('./reference/reference-command.ts')).referenceCommand(context),
  integrations: async (_, context) =>
    (await import('./integrations/integrations-command.ts')).integrationsCommand(context),
  sources: async (_, context) =>
    (await import('./sources/sources-command.ts')).sourcesCommand(context),
  suppressions: async (_, context) =>
    (await import('./suppressions/suppressions-command.ts')).suppressionsCommand(context),
  advisories: async (_, context) =>
    (await import('./advisories/advisories-command.ts')).advisoriesCommand(context),
  scanner: async (_, context) =>
    (await import('./scanner/scanner-command.ts')).scannerCommand(context),
  settings: async (_, context) =>
    (await import('./settings/settings-command.ts')).settingsCommand(context),
  connectors: async (_, context) =>
    (await import('./connectors/connectors-command.ts')).connectorsCommand(context),
  models: async (_, context) => (await import('./models/models-command.ts')).modelsCommand(context),
  lock: async (_, context) => (await import('./lock/lock-command.ts')).lockCommand(context),
  skills: async (_, context) =>
    (await import('./sources/skills-command.ts')).skillsCommand(context),
  inbox: async (_, context) => (await import('./inbox/inbox-command.ts')).inboxCommand(context),
  collections: async (_, context) =>
    (await import('./collections/collections-command.ts')).collectionsCommand(context),
  organisations: async (_, context) =>
    (await import('./organisations/organisations-command.ts')).organisationsCommand(context),
  triggers: async (_, context) =>
    (await import('./triggers/triggers-command.ts')).triggersCommand(context),
  mcp: async (process, context) =>
    (await import('./mcp/mcp-command.ts')).mcpCommand(process, context),
  audit: async (_, context) => (await import('./audit/audit-command.ts')).auditCommand(context),
  doctor: async (_, context) => (await import('./doctor/doctor-command.ts')).doctorCommand(context),
  init: async (_, context) => (await import('./init/init-command.ts')).initCommand(context),
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
    } else {
      throw error
    }
  }
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
  for (const child of command.commands) attach(child, output)
}

/** The requested command, none for the version, or all of them for help and for unknown names. */
function selectCommands(given = ''): readonly Load[] {
  if (given === '--version' || given === '-V') return []
  const name = Object.hasOwn(aliases, given) ? (aliases[given] ?? '') : given
  const wanted = Object.hasOwn(commands, name) ? commands[name] : undefined
  return wanted ? [wanted] : Object.values(commands)
}
