export * from '@repertoire/server/ai-sdk'
