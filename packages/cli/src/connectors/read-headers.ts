import type { CommandContext } from '../command/command-context.ts'
import { CommandError } from '../command/exit-codes.ts'

/** As they are given: names to ask for, and names with a variable of this shell. */
export interface HeaderOptions {
  readonly header: readonly string[]
  readonly headerEnv: readonly string[]
}

export interface GivenHeader {
  readonly name: string
  readonly value: string
}

/** Values come from variables or hidden input, never from arguments, which others on the machine can read. */
export async function readHeaders(
  { header, headerEnv }: HeaderOptions,
  context: Pick<CommandContext, 'env' | 'input'>,
): Promise<readonly GivenHeader[]> {
  const given = headerEnv.map((written) => fromVariable(written, context))
  for (const name of header) given.push(await askedFor(name, context))
  return given
}

function fromVariable(written: string, { env }: Pick<CommandContext, 'env'>): GivenHeader {
  const [name = '', variable = ''] = written.split('=')
  const value = env[variable]?.trim()
  if (name === '' || variable === '') {
    throw new CommandError(
      `"${written}" names no variable.`,
      'Write HEADER=VARIABLE, such as Authorization=WIKI_TOKEN.',
    )
  }
  if (!value) {
    throw new CommandError(
      `The variable ${variable} is not set.`,
      `It gives the header ${name} its value.`,
    )
  }
  return { name, value }
}

async function askedFor(
  name: string,
  { input }: Pick<CommandContext, 'input'>,
): Promise<GivenHeader> {
  if (!input.isTerminal) {
    throw new CommandError(
      `Nobody is there to type the value of ${name}.`,
      `Put it into a variable, and write --header-env ${name}=VARIABLE.`,
    )
  }
  const value = (await input.prompt(`Value of ${name}: `, { hidden: true })).trim()
  if (value === '') throw new CommandError(`The header ${name} has no value.`)
  return { name, value }
}
