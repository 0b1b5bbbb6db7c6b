#pragma once
namespace heddle::exec { class TextureTable {}; }
