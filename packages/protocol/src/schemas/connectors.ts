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
      .describe('Null, as the endpoint, when its entry in the file cannot be used.'),
    endpoint: z
      .string()
      .nullable()
      .describe('Where calls go: a URL without its query, or the name of a local command.'),
    status: z
      .enum(['idle', 'starting', 'ready', 'failed', 'misconfigured'])
      .describe('`idle`: nobody has needed it lately; it is connected when somebody does.'),
    problem: z.string().nullable().describe('For owners and admins: what is wrong with it.'),
    tools: z.number().int().nullable().describe('How many it has; null while nobody has looked.'),
    tools_left_out: z
      .number()
      .int()
      .describe('Tools that were not taken over, because of their names or their size.'),
    access: z.enum(['off', 'ask-admin', 'ask', 'open']).describe('Set by `connector_access`.'),
  })
  .openapi('Connector')

export const connectorListSchema = z
  .object({
    items: z.array(connectorSchema),
    file_problem: z
      .string()
      .nullable()
      .describe('For owners and admins: why the operator’s file as a whole was not taken over.'),
  })
  .openapi('ConnectorList')

/** Untrusted: written by the connector's server. */
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
