// Sample plugins for a marketplace that is not open yet: nothing of this comes from a server.
import {
  Bell,
  ChartLine,
  FileText,
  type LucideIcon,
  Receipt,
  Repeat,
  ShieldCheck,
  ShoppingCart,
  Wallet,
  Webhook,
} from 'lucide-react';

export const pluginCategories = [
  'Payments',
  'Wallets',
  'Analytics',
  'Accounting',
  'Compliance',
  'E-commerce',
  'Automation',
  'Developer Tools',
] as const;

type PluginCategory = (typeof pluginCategories)[number];

export type Plugin = {
  name: string;
  description: string;
  category: PluginCategory;
  developer: string;
  rating: number;
  installs: number;
  price: string;
  icon: LucideIcon;
};

export const plugins: Plugin[] = [
  {
    name: 'Storefront Checkout',
    description: 'Take token payments in your cart with a ready-made module.',
    category: 'E-commerce',
    developer: 'Harbor Labs',
    rating: 4.8,
    installs: 2140,
    price: 'Free',
    icon: ShoppingCart,
  },
  {
    name: 'Ledger Sync',
    description: 'Post settled transfers to your general ledger every night.',
    category: 'Accounting',
    developer: 'Tidewater',
    rating: 4.6,
    installs: 1312,
    price: '$29/mo',
    icon: Receipt,
  },
  {
    name: 'Screening Gate',
    description: 'Check counterparties before a transfer leaves your account.',
    category: 'Compliance',
    developer: 'Clearwell',
    rating: 4.9,
    installs: 986,
    price: '$99/mo',
    icon: ShieldCheck,
  },
  {
    name: 'Flow Analytics',
    description: 'Charts for volume, settlement time and failed calls.',
    category: 'Analytics',
    developer: 'Meridian',
    rating: 4.5,
    installs: 1874,
    price: '$19/mo',
    icon: ChartLine,
  },
  {
    name: 'Event Relay',
    description: 'Retry, sign and fan out webhooks to many services.',
    category: 'Developer Tools',
    developer: 'Northbeam',
    rating: 4.7,
    installs: 3405,
    price: 'Free',
    icon: Webhook,
  },
  {
    name: 'Embedded Wallet',
    description: 'Give each customer a wallet inside your own product.',
    category: 'Wallets',
    developer: 'Quayside',
    rating: 4.4,
    installs: 742,
    price: '$49/mo',
    icon: Wallet,
  },
  {
    name: 'Scheduled Payouts',
    description: 'Pay vendors and contractors on a calendar you set.',
    category: 'Payments',
    developer: 'Mooring',
    rating: 4.6,
    installs: 1120,
    price: '$25/mo',
    icon: Repeat,
  },
  {
    name: 'Threshold Alerts',
    description: 'Get an alert when a balance or limit crosses a threshold.',
    category: 'Automation',
    developer: 'Foghorn',
    rating: 4.3,
    installs: 655,
    price: 'Free',
    icon: Bell,
  },
  {
    name: 'Invoice Links',
    description: 'Send an invoice that settles in tokens.',
    category: 'Payments',
    developer: 'Harbor Labs',
    rating: 4.5,
    installs: 903,
    price: '$12/mo',
    icon: FileText,
  },
];
