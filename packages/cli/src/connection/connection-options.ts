import type { Command } from 'commander'

/** The options of every command that speaks to a server. */
export function addConnectionOptions(command: Command): Command {
  return command
    .option('--url <address>', 'the server (REPERTOIRE_URL); by default the one started here')
    .option('--key <key>', 'its API key; better set REPERTOIRE_API_KEY')
    .option(
      '--data <folder>',
      'data folder of the server started here (REPERTOIRE_DATA_DIR, default ./.data)',
    )
}
