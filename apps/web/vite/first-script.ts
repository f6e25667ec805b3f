// Makes /theme.js of src/first-script.ts: one plain script, which runs before the modules of the app. The server's own pages load it too.
import { build, type Plugin } from 'vite';

const bundle = async () => {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input: 'src/first-script.ts', output: { format: 'iife' } } },
  });
  const [script] = 'output' in result ? result.output : [];
  if (!script) throw new Error('src/first-script.ts was not built');
  return script.code;
};

export const firstScript = (): Plugin => ({
  name: 'first-script',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'theme.js', source: await bundle() });
  },
  configureServer: ({ middlewares }) => {
    middlewares.use('/theme.js', async (_request, response) => {
      response.setHeader('content-type', 'text/javascript').end(await bundle());
    });
  },
});
