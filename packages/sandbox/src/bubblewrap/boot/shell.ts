/**
 * Waits in a warm bash for its one job: commands that close the channel and set up the script, terminated by
 * NUL.
 */
export const shellStartup = `
printf R >&3
IFS= read -r -d '' -u 3 REPLY || exit 125
eval "$REPLY"
`

/** What a boot program is told: with `fresh`, it starts a new interpreter for the job. */
export interface StartedJob {
  readonly entry: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly fresh: boolean
}

/** The job as commands. Every field is quoted, so that nothing in it is interpreted by the shell. */
export function shellJob({ entry, args, env, fresh }: StartedJob): string {
  const quotedEntry = shellQuote(entry)
  const quotedArgs = args.map(shellQuote).join(' ')
  if (fresh) {
    const variables = Object.entries(env).map(([name, value]) => shellQuote(`${name}=${value}`))
    return `exec 3>&-; exec /usr/bin/env -i ${variables.join(' ')} "$BASH" ${quotedEntry} ${quotedArgs}`
  }
  return [
    'exec 3>&-',
    'unset REPLY',
    ...Object.entries(env).map(([name, value]) => `export ${name}=${shellQuote(value)}`),
    `BASH_ARGV0=${quotedEntry}`,
    `set -- ${quotedArgs}`,
    `. ${quotedEntry}`,
  ].join('\n')
}

export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
