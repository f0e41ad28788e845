import assert from 'node:assert/strict'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../proof/paths.ts'
import { runProgram } from '../run-program.ts'
import { generatorDocument } from './generator-document.ts'

const handwritten = join(root, 'clients/python')

interface Generation {
  /** Where the generator is. */
  readonly programs: string
  /** An empty folder, which gets the whole project. */
  readonly project: string
}

/** Lays out the project `repertoire-client`: the hand-written part, and the operations as openapi.json has them. */
export async function generateClient({ programs, project }: Generation): Promise<void> {
  cpSync(handwritten, project, { recursive: true })
  cpSync(join(root, 'LICENSE'), join(project, 'LICENSE'))
  const source = join(project, 'src/repertoire_client')
  writeFileSync(join(source, 'version.py'), `__version__ = "${releasedVersion()}"\n`)
  const openApi = JSON.parse(readFileSync(join(root, 'packages/protocol/openapi.json'), 'utf8'))
  const { document, events } = generatorDocument(openApi)
  const file = join(project, 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  const { code, output } = await runProgram(
    join(programs, 'openapi-python-client'),
    [
      ...['generate', '--path', file, '--output-path', join(source, 'rest'), '--meta', 'none'],
      ...['--config', join(import.meta.dirname, 'generator.yml'), '--fail-on-warning'],
      ...['--custom-template-path', join(import.meta.dirname, 'templates')],
    ],
    { cwd: project },
  )
  assert.equal(code, 0, `The generator does not understand openapi.json:\n${output.slice(-4_000)}`)
  writeFileSync(join(source, 'rest/event_types.py'), eventTypes(events))
}

/** The union of a conversation's events, and each by its name on the wire. */
function eventTypes(events: ReadonlyMap<string, string>): string {
  const module = (name: string) => name.replace(/\B[A-Z]/g, '_$&').toLowerCase()
  const names = [...events.values()].sort()
  return [
    '"""A conversation\'s events by their names on the wire."""\n',
    ...names.map((name) => `from .models.${module(name)} import ${name}`),
    `\nConversationEvent = (\n    ${names.join('\n    | ')}\n)\n`,
    'event_types: dict[str, type[ConversationEvent]] = {',
    ...[...events].map(([event, name]) => `    "${event}": ${name},`),
    '}\n',
  ].join('\n')
}

function releasedVersion(): string {
  return JSON.parse(readFileSync(join(root, 'packages/repertoire/package.json'), 'utf8')).version
}
