import { Command, CommanderError } from 'commander'
import { CommandError, exitCodes } from './exit-codes.ts'
import { processSurroundings, type Surroundings } from './surroundings.ts'
import { plainText } from './terminal/plain-text.ts'

type Load = (process: NodeJS.Process, around: Surroundings) => Promise<Command>

/** In the order of the help. Loaded one by one: most need far less than all of them together. */
const commands: Readonly<Record<string, Load>> = {
  start: async (process) => (await import('./start/start-command.ts')).startCommand(process),
  import: async (_, around) => (await import('./import/import-command.ts')).importCommand(around),
  export: async (_, around) => (await import('./export/export-command.ts')).exportCommand(around),
  lint: async (_, around) => (await import('./lint/lint-command.ts')).lintCommand(around),
  search: async (_, around) => (await import('./search/search-command.ts')).searchCommand(around),
  eval: async (_, around) => (await import('./eval/eval-command.ts')).evalCommand(around),
  reference: async (_, around) =>
    (await import('./reference/reference-command.ts')).referenceCommand(around),
  integrations: async (_, around) =>
    (await import('./integrations/integrations-command.ts')).integrationsCommand(around),
  signals: async (_, around) =>
    (await import('./triggers/triggers-command.ts')).triggersCommand(around),
  sandbox: async (process) => (await import('./start/sandbox-command.ts')).sandboxCommand(process),
}

/** The one that is asked for, or all of them, for help and for what is not known. */
function wantedCommands(name = ''): readonly Load[] {
  const wanted = Object.hasOwn(commands, name) ? commands[name] : undefined
  return wanted ? [wanted] : Object.values(commands)
}

/** Runs the `repertoire` command on a process's arguments and sets its exit code. */
export async function runProgram(process: NodeJS.Process): Promise<void> {
  const around = processSurroundings(process)
  const program = new Command('repertoire')
    .description(
      'Skills for any LLM agent: start the server, bring skills in, check and find them.',
    )
    .configureHelp({ showGlobalOptions: true })
  for (const load of wantedCommands(process.argv[2])) {
    program.addCommand((await load(process, around)).exitOverride())
  }
  try {
    await program.exitOverride().parseAsync(process.argv)
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has printed its message; asking for help is no error.
      process.exitCode = error.exitCode === 0 ? exitCodes.ok : exitCodes.unable
    } else if (error instanceof CommandError) {
      around.terminal.note(plainText(error.message))
      if (error.hint) around.terminal.note(plainText(error.hint))
      process.exitCode = error.code
    } else {
      throw error
    }
  }
}
