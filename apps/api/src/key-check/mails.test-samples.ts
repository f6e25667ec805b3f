import { evil, samplesOf } from '../../testing/mail-samples.ts';
import { productionKeyDeleted } from './mails.ts';

export const samples = samplesOf({ productionKeyDeleted }, { productionKeyDeleted: [{ name: evil }] });
