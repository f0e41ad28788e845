import { z } from '@hono/zod-openapi'

export const allowedToolsMeaningSchema = z.enum(['restrict', 'preapprove'])
