import type { JsonObject, JsonValue } from '@repertoire/core/base'
import type { ToolDescription } from '@repertoire/core/ports'

/** What a client is told of a tool where an agent of this server has a prompt, a list or a catalogue, and a client none. */
interface ClientWords {
  readonly description?: string
  readonly fields?: Readonly<Record<string, string>>
  /** Taken, and not offered: it would say nothing. */
  readonly hides?: readonly string[]
  /** In place of the note of a result that comes with texts. */
  readonly note?: string
}

const slug = 'The slug exactly as search_skills gives it.'

const words: Readonly<Record<string, ClientWords>> = {
  enable_skill: {
    description:
      'Enable a skill for this conversation and get its full text, to be followed until disable_skill. It costs its size from the budget of this conversation. A person may have to approve it first: then call again with the same arguments.',
  },
  disable_skill: {
    description:
      'Stop following a skill in this conversation. Its characters go back to the budget.',
  },
  use_skill: {
    description:
      'Get the full text of one skill, to follow it. The result also tells the files it brings, which read_skill_file reads, and the tools it lists: the only ones where they are enforced, or those that need no confirmation where allowed_tools_meaning is "preapprove". The skill used last is the one whose list holds.',
    fields: { name: slug },
  },
  read_skill_file: {
    description:
      'Read one text file that a skill brings, by its path as the text of the skill or the result that gave it has it, e.g. references/template.md. Read only the files the task needs.',
    fields: { name: slug },
  },
  run_skill_script: { fields: { skill_name: slug } },
  activate_skills: {
    description:
      'Make exactly these skills active and get their texts, to be followed until the next call. Choose the few that the task needs; none makes all inactive.',
    fields: { ids: 'Slugs exactly as search_skills gives them.' },
    hides: ['confirmed'],
    note: 'Their texts follow. Texts of active skills that you were given before still hold.',
  },
}

const searchWithoutBudget =
  'Search the skills you may use, best match first. Each result tells its slug and its size in characters. Without a query it lists skills, narrowed by tags.'

/** The description of a tool that is true for a client with these tools. */
export function describedForClient(
  tool: ToolDescription,
  tools: readonly string[],
): ToolDescription {
  const hasBudget = tools.includes('enable_skill')
  const own =
    tool.name === 'search_skills' && !hasBudget
      ? { description: searchWithoutBudget }
      : wordsOf(tool.name)
  const { description = tool.description, fields = {}, hides = [] } = own
  const shown = Object.entries(tool.inputSchema.properties ?? {})
    .filter(([field]) => !hides.includes(field))
    .map(([field, schema]) => [field, redescribed(schema, fields[field])])
  return {
    ...{ ...tool, description },
    inputSchema: { ...tool.inputSchema, properties: Object.fromEntries(shown) },
  }
}

/** The output of a tool without what it says of the prompt of an agent of this server. */
export function outputForClient(name: string, output: JsonValue, { withTexts = false }): JsonValue {
  const { note } = wordsOf(name)
  if (note === undefined || !isObject(output)) return output
  const { note: _, ...rest } = output
  return withTexts ? { ...rest, note } : rest
}

function wordsOf(name: string): ClientWords {
  return (Object.hasOwn(words, name) && words[name]) || {}
}

function redescribed(schema: JsonValue, description: string | undefined): JsonValue {
  return description !== undefined && isObject(schema) ? { ...schema, description } : schema
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
