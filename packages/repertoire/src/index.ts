export * from '@repertoire/server/embed'
