/** A file that the executable holds: its path there. */
declare module '*.cjs.br' {
  const path: string;
  export default path;
}
