import { z } from '@hono/zod-openapi'

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
        'Whether strangers can read what it is sent, as the operator says; null: nothing is said.',
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
  })
  .openapi('Connector')

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
export type ConnectorList = z.infer<typeof connectorListSchema>
export type ConnectorToolBody = z.infer<typeof connectorToolSchema>
