import { z } from '@hono/zod-openapi'
import { nonBlank, timestampSchema } from './common.ts'

export const connectorParam = z.object({ name: z.string().min(1).max(64) })

export const connectorSchema = z
  .object({
    name: z.string(),
    title: z.string(),
    description: z.string(),
    kind: z
      .enum(['command', 'http'])
      .nullable()
      .describe('Null, like the endpoint, when the configuration of the connector is invalid.'),
    endpoint: z
      .string()
      .nullable()
      .describe('Target of the calls: a URL without its query, or the name of a local command.'),
    open_world: z
      .boolean()
      .nullable()
      .describe(
        'Whether third parties can read what it is sent, as the operator says; null: nothing is said.',
      ),
    status: z
      .enum(['idle', 'starting', 'ready', 'failed', 'misconfigured'])
      .describe('`idle`: not connected; it connects on the next use.'),
    problem: z.string().nullable().describe('The problem of the connector, for owners and admins.'),
    tools: z
      .number()
      .int()
      .nullable()
      .describe('Number of tools; null until the first connection.'),
    tools_left_out: z
      .number()
      .int()
      .describe('Number of tools left out because of their name or size.'),
    access: z.enum(['off', 'ask-admin', 'ask', 'open']).describe('Set by `connector_access`.'),
    source: z
      .enum(['file', 'organisation'])
      .describe('`file`: configured where the server runs, and read-only here.'),
    headers: z
      .array(z.object({ name: z.string(), set_at: timestampSchema }))
      .describe('Of a connector of the organisation, for owners and admins; values are not shown.'),
    etag: z.string().nullable().describe('Null for one of the file.'),
  })
  .openapi('Connector')

export const checkedConnectorSchema = connectorSchema
  .extend({
    tool_names: z.array(z.string()).describe('What it offers. Untrusted.'),
    hint: z.string().nullable().describe('What to do about the problem.'),
  })
  .openapi('CheckedConnector')

const url = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .describe('Of an MCP server over streamable HTTP; without a query.')
const headerName = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9-]{1,100}$/)
const headerValue = z
  .string()
  .trim()
  .min(1)
  .max(8_000)
  .regex(/^[\x20-\x7e]+$/)
  .describe('Encrypted before it is stored, and never shown again.')
const title = nonBlank(100)
const description = z.string().trim().max(1_000)
const openWorld = z
  .boolean()
  .nullable()
  .describe('Whether third parties can read what it is sent; null: nothing is said.')

export const connectorCreateSchema = z
  .strictObject({
    name: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,63}$/)
      .describe('By which agents and settings name it; it cannot be changed.'),
    title: title.optional().describe('The name by default.'),
    description: description.default(''),
    url,
    headers: z
      .array(z.strictObject({ name: headerName, value: headerValue }))
      .max(20)
      .default([]),
    open_world: openWorld.default(null),
  })
  .openapi('ConnectorCreate')

/** Absent fields stay unchanged. */
export const connectorUpdateSchema = z
  .strictObject({
    title: title.optional(),
    description: description.optional(),
    url: url.optional(),
    headers: z
      .array(
        z.strictObject({
          name: headerName,
          value: headerValue.nullable().describe('Null keeps the value it has.'),
        }),
      )
      .max(20)
      .optional()
      .describe('All of them: one that is not named is removed.'),
    open_world: openWorld.optional(),
  })
  .openapi('ConnectorUpdate')

export const connectorListSchema = z
  .object({
    items: z.array(connectorSchema),
    file_problem: z
      .string()
      .nullable()
      .describe('Why the configuration file was not loaded, for owners and admins.'),
  })
  .openapi('ConnectorList')

/** Untrusted: written by the server of the connector. */
export const connectorToolSchema = z
  .object({
    name: z.string(),
    description: z.string(),
    input_schema: z.record(z.string(), z.unknown()),
  })
  .openapi('ConnectorTool')

export const connectorToolListSchema = z
  .object({ items: z.array(connectorToolSchema) })
  .openapi('ConnectorToolList')

export type ConnectorBody = z.infer<typeof connectorSchema>
export type CheckedConnectorBody = z.infer<typeof checkedConnectorSchema>
export type ConnectorCreate = z.input<typeof connectorCreateSchema>
export type ConnectorUpdate = z.input<typeof connectorUpdateSchema>
export type ConnectorList = z.infer<typeof connectorListSchema>
export type ConnectorToolBody = z.infer<typeof connectorToolSchema>
