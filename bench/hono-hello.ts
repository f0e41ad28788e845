// The baseline of the REST benchmark: the same HTTP layers without an application.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const app = new Hono().get('/', (context) => context.json({ hello: 'world' }))
serve({ fetch: app.fetch, port: Number(process.argv[2]), hostname: '127.0.0.1' }, () => {
  process.stdout.write('ready\n')
})
