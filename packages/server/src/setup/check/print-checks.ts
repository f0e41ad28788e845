import { checkSettings } from './check-settings.ts'

/** `--check`: one JSON object per line, for `repertoire doctor`. */
export async function printChecks(process: NodeJS.Process): Promise<void> {
  const { argv, env } = process
  const reports = await checkSettings({ argv: argv.slice(2), env, cwd: process.cwd() })
  process.stdout.write(reports.map((one) => `${JSON.stringify(one)}\n`).join(''))
}
