export { backupSqlite } from './copy/backup-sqlite.ts'
export { type CopiedTable, type CopyOptions, copyToPostgres } from './copy/copy-to-postgres.ts'
