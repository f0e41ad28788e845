import { Command } from 'commander'
import { type ProgramToRun, runProcess } from './run-process.ts'

const executor: ProgramToRun = {
  find: () => import.meta.resolve('@repertoire/sandbox/executor'),
  title: 'The sandbox',
  install: 'npm install @repertoire/sandbox',
}

const examples = `
Examples:
  $ repertoire sandbox                                     http://127.0.0.1:4100, for this machine
  $ repertoire sandbox --host 10.0.0.5 --token-file /run/secrets/executor-token

Servers use it through SANDBOX_EXECUTOR_URL and SANDBOX_EXECUTOR_TOKEN. Ctrl-C waits for running
scripts.`

/** `repertoire sandbox`: runs the sandbox executor as a child process. */
export function sandboxCommand(process: NodeJS.Process): Command {
  const command = new Command('sandbox')
    .description('run a sandbox executor for servers on other machines')
    .option('--port <number>', 'port to listen on (SANDBOX_EXECUTOR_PORT, default 4100)')
    .option('--host <address>', 'address to listen on (SANDBOX_EXECUTOR_HOST, default 127.0.0.1)')
    .option(
      '--token-file <file>',
      'file with the token clients must send (or SANDBOX_EXECUTOR_TOKEN)',
    )
    .option('--backend <name>', 'isolation backend (SANDBOX_BACKEND, default: the available one)')
    .option('--concurrency <number>', 'concurrent executions (SANDBOX_CONCURRENCY)')
    .option('--queue-limit <number>', 'queued executions (SANDBOX_QUEUE_LIMIT)')
    .option(
      '--layers <folders...>',
      'folders of installed packages that may be mounted (SANDBOX_LAYERS)',
    )
    .addHelpText('after', examples)
  return command.action(async (options: Record<string, string | string[]>) => {
    const flags = command.options.flatMap((option) => {
      const values = [options[option.attributeName()] ?? []].flat()
      return values.flatMap((value) => [option.long ?? '', value])
    })
    await runProcess(process, executor, flags)
  })
}
