import type { ConnectorBody } from '@repertoire/client'
import { plural } from '../terminal/plural.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Name, address, state, and where it comes from. */
export function connectorLine(
  { name, endpoint, status, problem, source, tools, headers, access }: ConnectorBody,
  { paint }: Pick<Terminal, 'paint'>,
): string {
  const names = headers.map((header) => header.name)
  const parts = [
    endpoint ?? '',
    tools === null ? status : `${status}, ${plural(tools, 'tool')}`,
    `access ${access}`,
    source === 'file' ? "from the server's file" : 'added here',
    names.length > 0 ? `headers ${names.join(', ')}` : '',
    problem ?? '',
  ]
  const shown = parts.filter((part) => part !== '').map(sanitizeText)
  return [paint('bold', sanitizeText(name)), ...shown].join('  ')
}
