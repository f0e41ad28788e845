import { Command, CommanderError } from 'commander'
import { evalCommand } from './eval/eval-command.ts'
import { CommandError, exitCodes } from './exit-codes.ts'
import { exportCommand } from './export/export-command.ts'
import { importCommand } from './import/import-command.ts'
import { integrationsCommand } from './integrations/integrations-command.ts'
import { lintCommand } from './lint/lint-command.ts'
import { referenceCommand } from './reference/reference-command.ts'
import { searchCommand } from './search/search-command.ts'
import { triggersCommand } from './triggers/triggers-command.ts'
import { sandboxCommand } from './start/sandbox-command.ts'
import { startCommand } from './start/start-command.ts'
import { processSurroundings } from './surroundings.ts'
import { plainText } from './terminal/plain-text.ts'

/** Runs the `repertoire` command on a process's arguments and sets its exit code. */
export async function runProgram(process: NodeJS.Process): Promise<void> {
  const around = processSurroundings(process)
  const program = new Command('repertoire')
    .description(
      'Skills for any LLM agent: start the server, bring skills in, check and find them.',
    )
    .configureHelp({ showGlobalOptions: true })
  const commands = [
    startCommand(process),
    importCommand(around),
    exportCommand(around),
    lintCommand(around),
    searchCommand(around),
    evalCommand(around),
    referenceCommand(around),
    integrationsCommand(around),
    triggersCommand(around),
    sandboxCommand(process),
  ]
  for (const command of commands) program.addCommand(command.exitOverride())
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
