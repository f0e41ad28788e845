import type { Command } from 'commander'

/** The options of every command that calls a server. */
export function addConnectionOptions(command: Command): Command {
  return command
    .option('--url <address>', 'URL of the server (REPERTOIRE_URL); by default the local one')
    .option('--key <key>', 'API key; prefer REPERTOIRE_API_KEY')
    .option(
      '--data <folder>',
      'data folder of the local server (REPERTOIRE_DATA_DIR, default ./.data)',
    )
}
