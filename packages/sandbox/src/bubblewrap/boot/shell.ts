/**
 * Waits in a warm bash for its one job: commands that close the channel and set up the script, terminated by
 * NUL.
 */
export const shellStartup = `
printf R >&3
IFS= read -r -d '' -u 3 REPLY || exit 125
eval "$REPLY"
`

/** The job as commands. Every field is quoted, so that nothing in it is interpreted by the shell. */
export function shellJob(job: {
  readonly entry: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}): string {
  const entry = shellQuote(job.entry)
  return [
    'exec 3>&-',
    'unset REPLY',
    ...Object.entries(job.env).map(([name, value]) => `export ${name}=${shellQuote(value)}`),
    `BASH_ARGV0=${entry}`,
    `set -- ${job.args.map(shellQuote).join(' ')}`,
    `. ${entry}`,
  ].join('\n')
}

export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
