import type { Command } from 'commander'

const exitCodesOfServers =
  '\nOf every command that asks a server: 4 log in, 5 no server answers, 6 the server is newer than this command.'

/** The options of every command that calls a server. */
export function addConnectionOptions(command: Command): Command {
  // `eval` has an option of that name already; there REPERTOIRE_SERVER does the same.
  if (!command.options.some(({ long }) => long === '--server')) {
    command.option(
      '--server <name>',
      'a server you logged in to (REPERTOIRE_SERVER); `local` is the one of this machine',
    )
  }
  return command
    .option(
      '--url <address>',
      'URL of the server (REPERTOIRE_URL); by default the one logged in to, or the local one',
    )
    .option('--key <key>', 'API key; prefer REPERTOIRE_API_KEY')
    .option(
      '--data <folder>',
      'data folder of the local server (REPERTOIRE_DATA_DIR, default ./.data)',
    )
    .addHelpText('after', exitCodesOfServers)
}
